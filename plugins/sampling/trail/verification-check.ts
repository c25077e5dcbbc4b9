/**
 * Notes what a check came to. `unproven`: nothing is wrong, and something is not shown; `note`: it is so, and is for a reader
 * to judge.
 */
export type Check = (name: string, outcome: boolean | 'unproven' | 'note', detail: string) => void;
