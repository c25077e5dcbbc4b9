/** What other plugins send transactions with. */
export { addressOf, type ChainAccount, chainAccountOf } from './transactions/account.js';
export { type AccountState, Ledger, type LedgerTransaction } from './transactions/ledger.js';
export { Outbox, type Sender } from './transactions/outbox.js';
export { bodyOf, type ChainMessage } from './transactions/transaction.js';
export { decodeMessage, encodeMessage, type WireMessage } from './transactions/wire.js';
