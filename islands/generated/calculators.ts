// Made from content/calculators/_schema.yaml by scripts/schema-types.mjs.
import type {CalculatorFigures, CalculatorName} from "./defs";

/**
 * A sum that the visitor can redo. A text's own figures stand in it, formulas say what follows from them.
 */
export interface Calculator {
  title: string;
  /**
   * One or two sentences over the table that say what to do with its fields. Shown where scripts run.
   */
  lead?: string;
  /**
   * Under the table.
   */
  note?: string;
  /**
   * What is compared, at most four beside each other. Their units and bounds are those of rows with `values` that do not have their own.
   *
   * @minItems 1
   */
  columns: [
    {
      name: CalculatorName;
      label: string;
      unit?: string;
      min?: number;
      max?: number;
      /**
       * It holds figures only, no results.
       */
      given?: boolean;
    },
    ...{
      name: CalculatorName;
      label: string;
      unit?: string;
      min?: number;
      max?: number;
      /**
       * It holds figures only, no results.
       */
      given?: boolean;
    }[]
  ];
  /**
   * A row has one of three: `values` (one a column) or one `value`, which are asked, or a `formula`, which is computed.
   *
   * @minItems 1
   */
  rows: [
    {
      name: CalculatorName;
      label: string;
      unit?: string;
      /**
       * The least that may be typed; 0 when absent. Not with a `formula`.
       */
      min?: number;
      /**
       * The most that may be typed; 1 000 000 when absent. Not with a `formula`.
       */
      max?: number;
      /**
       * What is typed has no decimals, as a number of people. Not with a `formula`.
       */
      whole?: boolean;
      /**
       * Most decimals of a result; 0 when absent. What follows from it follows from it as it is shown.
       */
      decimals?: number;
      /**
       * One a column, with a point before decimals; at most three decimals.
       */
      values?: number[];
      /**
       * One for all columns.
       */
      value?: number;
      /**
       * As in `days * rate`: names of rows, or `days.senior` for one column; + - * /, comparisons, min, max, round, floor, ceil, if(test, then, else).
       */
      formula?: string;
      /**
       * The formula has one result for all columns, not one for each.
       */
      once?: boolean;
      under?: CalculatorName;
      /**
       * Its formula's result is set apart.
       */
      total?: boolean;
    },
    ...{
      name: CalculatorName;
      label: string;
      unit?: string;
      /**
       * The least that may be typed; 0 when absent. Not with a `formula`.
       */
      min?: number;
      /**
       * The most that may be typed; 1 000 000 when absent. Not with a `formula`.
       */
      max?: number;
      /**
       * What is typed has no decimals, as a number of people. Not with a `formula`.
       */
      whole?: boolean;
      /**
       * Most decimals of a result; 0 when absent. What follows from it follows from it as it is shown.
       */
      decimals?: number;
      /**
       * One a column, with a point before decimals; at most three decimals.
       */
      values?: number[];
      /**
       * One for all columns.
       */
      value?: number;
      /**
       * As in `days * rate`: names of rows, or `days.senior` for one column; + - * /, comparisons, min, max, round, floor, ceil, if(test, then, else).
       */
      formula?: string;
      /**
       * The formula has one result for all columns, not one for each.
       */
      once?: boolean;
      under?: CalculatorName;
      /**
       * Its formula's result is set apart.
       */
      total?: boolean;
    }[]
  ];
  /**
   * The result in a sentence: the first whose formula `when` holds, the last of them without `when`. `{total}` or `{total.senior}` is a result as the table shows it. Begin with what holds where a formula would divide by zero.
   *
   * @minItems 1
   */
  says: [
    {
      when?: string;
      text: string;
    },
    ...{
      when?: string;
      text: string;
    }[]
  ];
  gives?: CalculatorFigures;
  /**
   * Other figures of the text, to be tried at a click.
   */
  scenarios?: {
    label: string;
    set: CalculatorFigures;
    gives?: CalculatorFigures;
  }[];
}
