/** What other plugins send transactions with. */
export { type ChainAccount, chainAccountOf } from './transactions/account.js';
export { Ledger, type LedgerTransaction } from './transactions/ledger.js';
export { Outbox } from './transactions/outbox.js';
export { bodyOf, type ChainMessage } from './transactions/transaction.js';
export { decodeMessage, encodeMessage, type WireMessage } from './transactions/wire.js';
