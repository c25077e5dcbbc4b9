/** The cards of what a conversation waits for, in a file that comes with the first of them. */
export { Approvals } from './approvals.js';
export { Asked } from './asked.js';
