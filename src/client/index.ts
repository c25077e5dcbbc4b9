/** A typed client of an oracle for browser and Node, as `oracle-runtime/client`. */

export { OracleError } from '../plugin/errors.js';
export type {
  ApprovalDecision,
  CallResult,
  PendingApproval,
  PendingCall,
  RunEvent,
  RunStatus,
  ToolCallEvent,
} from '../plugin/events.js';
export type { Attachment } from '../plugin/messages.js';
export type { Hints } from './hints.js';
export {
  type Answers,
  type ClientEvent,
  createOracleClient,
  type Following,
  type OracleClient,
  type OracleClientOptions,
} from './oracle-client.js';
export type { Field, ToolResult } from './receipts/find-fields.js';
export { type FindReceipts, type Receipt, receiptsFrom } from './receipts/receipts.js';
export { type Call, type CallOptions, redeemCode } from './request.js';
export type { ExportFormat, OpenRun, SessionChanges, SessionSummary, ThreadEntry } from './session-client.js';
export type { UploadOptions } from './upload.js';
