/**
 * A typed client of an oracle for browser and Node, as `oracle-runtime/client`: at most 5,000 bytes, minified and packed
 * (client-size.test.ts). What figures of an answer rest on finds `oracle-runtime/client/receipts`.
 */

export type {
  ApprovalDecision,
  ArgumentRule,
  CallResult,
  PendingApproval,
  PendingCall,
  RunEvent,
  RunStatus,
  ToolCallEvent,
} from '../plugin/events.js';
export type { Attachment } from '../plugin/messages.js';
export type { Decision } from './chat-client.js';
export type { Hints } from './hints.js';
export {
  type Answers,
  type ClientEvent,
  createOracleClient,
  type Following,
  type OracleClient,
  type OracleClientOptions,
} from './oracle-client.js';
export { OracleError } from './oracle-error.js';
export { type Call, type CallOptions, redeemCode } from './request.js';
export type { ExportFormat, OpenRun, SessionChanges, SessionSummary, ThreadEntry } from './session-client.js';
export type { UploadOptions } from './upload.js';
