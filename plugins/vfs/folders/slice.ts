/** Rows that follow in one transaction: a few milliseconds, well under the 20 that others may wait. */
export const SLICE = 50;
