/** What a strategy calls when it is time, with the visitor's event when there was one. */
export type Fire = (event?: Event) => void;
