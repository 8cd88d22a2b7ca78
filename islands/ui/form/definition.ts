// Written by the tests of crates/forms: change the types there.

/** Everything that is to know of one form. */
export type FormDefinition = {
/** The file's stem; the relay answers at `/api/forms/{id}`. */
id: string,
/** The form's accessible name. */
title: string,
/** One sentence under the title. */
description?: string,
/** Where a visitor without JavaScript is sent after success (a path of the site). */
thanks: string,
/** A submission faster than this, in seconds, is refused by the island and tagged by the relay. */
minimumSeconds: number,
/** Milliseconds between a choice and the next step, in steps that advance by themselves. */
advanceDelay: number,
/** Milliseconds after which the thank-you screen resets the form; absent: at once. */
resetDelay?: number,
/** Days after which a draft kept in the browser is forgotten. */
draftDays: number,
/** Titles over the steps, with `{n}` and `{total}`. */
progress?: Progress,
/** Heading of the summary of earlier answers. */
recap?: string,
/** What buttons say. */
buttons: Buttons,
/** The questions, in order. */
steps: Array<Step>,
/** Values that a submission carries without a control. */
carried: Array<Carried>,
/** What is wrong with a value, by code; `{max}` stands for the limit. */
messages: { [key in string]: string },
/** Toasts by situation. */
toasts: Toasts,
/** Shown in the form's place, or beside it, after success. */
success: Notice,
/** What stays at the form after success; absent: nothing beside `success`. */
receipt?: Receipt,
/** Shown beside the form when sending failed. */
failure: FailureTexts,
/** The short notice that stands at the form. */
privacy: Privacy,
/** The fields that every form has beside its own. */
meta: Meta,
/** The mail to the owner; only its subject is serialised, for the prefilled `mailto:` link. */
mail?: Mail, };

/** Titles over the steps. */
export type Progress = {
/** Over a question: `{n}/{total} : …`, where total counts the steps before the last. */
question: string,
/** Over the last step. */
last: string, };

/** What buttons say. */
export type Buttons = {
/** Goes back to an earlier answer. */
edit?: string,
/** Takes off what another page attached. */
detach?: string,
/** Goes on to the next step. */
next?: string,
/** Goes back a step. */
previous?: string,
/** In place of `submit` while the form is sent. */
sending: string,
/** Sends the form. */
submit: string, };

/** Questions shown together. */
export type Step = {
/** Unique in the form. */
id: string,
/** The step's heading. */
title: string,
/** One sentence under it. */
description?: string,
/** Whether choosing goes on to the next step by itself. */
advance: boolean,
/** In order. */
fields: Array<Field>,
/** A judgement shown under the step's questions. */
outcome?: Outcome, };

/** One question. */
export type Field = {
/** The payload's key. */
name: string,
/** What it holds. */
kind: FieldKind,
/** How it is shown. */
control?: Control,
/** The question. */
label: string,
/** The label in the summary of earlier answers; absent: not in the summary. */
recap?: string,
/** Help under the control. */
hint?: string,
/** Shown in an empty control. */
placeholder?: string,
/** The HTML `autocomplete` token. */
autocomplete?: string,
/** Whether an empty value is refused when the field is shown. */
required: boolean,
/** Whether it is asked on every way through the form, though there is a condition. */
askedAnyway?: boolean,
/** Characters allowed. */
maxLength?: number,
/** Lines of a textarea. */
rows?: number,
/** What a number counts, such as `€`. */
unit?: string,
/** What a filled value must match: a pattern for `new RegExp(pattern, 'u')`. */
pattern?: string,
/** The code in `messages` for a value that does not match. */
patternCode?: string,
/** Of a choice. */
options?: Array<Choice>,
/** When the field is asked; absent: always. */
when?: Condition,
/** Fields that a change of this one empties. */
clears?: Array<string>,
/** The country picker before a phone number. */
countries?: Countries, };

/** What a field holds, and so which control asks for it. */
export type FieldKind = "choice" | "multi" | "text" | "email" | "phone" | "textarea" | "url" | "number";

/** How a question is shown. */
export type Control = "cards" | "list" | "select" | "attached";

/** One of a field's options. */
export type Choice = {
/** The payload's value. */
value: string,
/** What the visitor reads. */
label: string,
/** A second line. */
description?: string,
/** An icon's name. */
icon?: string,
/** When the option is offered; absent: always. */
when?: Condition, };

/** A condition. Serialised as one of `{"all": […]}`, `{"any": […]}`, `{"field": …, "in": […]}`,
 * `{"field": …, "filled": true}`. */
export type Condition = {
/** The conditions. */
all: Array<Condition>, } | {
/** The conditions. */
any: Array<Condition>, } | {
/** The field's name. */
field: string,
/** The values. */
in: Array<string>, } | {
/** The field's name. */
field: string,
/** Whether it must have one. */
filled: boolean, };

/** The countries of a phone field. */
export type Countries = {
/** The code chosen at first. */
default: string,
/** The picker's accessible name. */
label: string,
/** In the search box. */
search: string,
/** When the search finds nothing. */
empty: string,
/** In order. */
list: Array<Country>, };

/** One country of a phone field. */
export type Country = {
/** ISO 3166, two letters. */
code: string,
/** As it is shown. */
name: string,
/** An emoji. */
flag: string,
/** With its plus sign. */
dialCode: string,
/** Most digits after the dial code; absent: no limit. */
maxDigits?: number,
/** What only this country's numbers begin with, among those that share their form. */
prefixes?: Array<string>, };

/** A judgement made from the answers, such as being eligible. */
export type Outcome = {
/** When there is something to say. */
when: Condition,
/** The first case whose condition holds is the outcome. */
cases: Array<OutcomeCase>, };

/** One possible outcome. */
export type OutcomeCase = {
/** Unique in the outcome. */
id: string,
/** How the banner looks. */
tone: Tone,
/** The label in the mail. */
label: string,
/** When the case applies; absent: otherwise. */
when?: Condition,
/** The banner's heading. */
title?: string,
/** The banner's text. */
text: string, };

/** How an outcome's banner looks. */
export type Tone = "success" | "warning";

/** A value that a submission carries without a control. */
export type Carried = {
/** The payload's key. */
name: string,
/** What it holds. */
kind: CarriedKind,
/** The field that it is made from. */
from?: string,
/** How it is made. */
format?: CarriedFormat,
/** Characters allowed, in each item of a list too. */
maxLength: number, };

/** What a value without a control holds. */
export type CarriedKind = "text" | "list" | "timestamp";

/** How a value is made from a field. */
export type CarriedFormat = "copy" | "pairs";

/** Toasts by situation. */
export type Toasts = {
/** Sending failed. */
failed?: Notice,
/** A required answer is missing. */
missing?: Notice,
/** The form was sent. */
success?: Notice,
/** Sent sooner than a person types. */
tooFast?: Notice, };

/** A title and a text. */
export type Notice = {
/** The heading. */
title: string,
/** The text. */
text: string,
/** What its button says. */
button?: string, };

/** What stays at the form after success. */
export type Receipt = {
/** When the answer comes, with `{moment}`: `lundi matin`. */
reply: string,
/** Over the copy of what was sent, with `{moment}`. */
sent: string,
/** The button that opens the form again, to add something. */
more: string, };

/** What stands beside the form when sending failed. */
export type FailureTexts = {
/** The relay or the provider failed. */
text: string,
/** The browser is offline. */
offline: string,
/** The relay asks to wait. */
busy: string,
/** The button that sends again. */
retry: string,
/** The prefilled `mailto:` link. */
mailto: string, };

/** The short privacy notice at a form. */
export type Privacy = {
/** The notice. */
text: string,
/** What the link to the privacy page says. */
link: string, };

/** The fields that every form has beside its own. */
export type Meta = {
/** A text field that people do not see. */
honeypot: Honeypot,
/** Milliseconds between the form's display and the submission (a number, or digits). */
elapsed: string,
/** The page's path with its query. */
source: string,
/** 8 to 64 letters, digits, `-` or `_`; the same for a retry of the same content. */
submission: string, };

/** A text field that people do not see. */
export type Honeypot = {
/** The payload's key. */
name: string,
/** For those who meet it all the same. */
label: string, };

/** The mail to the owner. */
export type Mail = {
/** With `{field}` placeholders. */
subject: string, };
