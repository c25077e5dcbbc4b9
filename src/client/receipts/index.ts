/** What the figures of an answer rest on, as `oracle-runtime/client/receipts`. */

export type { Field, ToolResult } from './find-fields.js';
export { type Decimals, decimalsOf } from './read-figures.js';
export { type FindReceipts, type Receipt, receiptsFrom } from './receipts.js';
