/** What ties a control to its label, hint and error. */
export interface ControlProps {
  id: string;
  name: string;
  required: boolean;
  "aria-required": boolean | undefined;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
}
