/** What is drawn, and how much of the sheet's height it takes. */
export interface Drawn {
  svg: string;
  height: number;
}
