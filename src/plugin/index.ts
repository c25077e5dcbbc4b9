/** The plugin contract: all that a plugin author imports, as `oracle-runtime/plugin`. */

export { bool, email, host, json, makeValidator, num, port, str } from 'envalid';
export type { Artifact, ArtifactEvent } from './artifact.js';
export { type AttachedFile, attachedFile } from './attached-file.js';
export type { AuditEntry, AuditQuery, AuditSource } from './audit.js';
export type { CapabilitySource, OfferedCapability } from './capability-source.js';
export type { Clock } from './clock.js';
export {
  ADDRESS_OPTIONS,
  type CommandIo,
  type CommandOption,
  type CommandProject,
  type OracleAddress,
  type OracleConnection,
  type PluginCommand,
  withOracle,
} from './command.js';
export { ContextOverflow, type OverflowTokens } from './context-overflow.js';
export type {
  Amendment,
  ConversationAnswers,
  ConversationMessage,
  Conversations,
} from './conversations.js';
export {
  type BackgroundTask,
  type Contribution,
  definePlugin,
  type EnvOf,
  type EnvSchema,
  type HealthReport,
  type Inspection,
  type OracleInfo,
  type Plugin,
  type PluginContext,
  type PluginDefinition,
  type PromptRun,
  type PromptSection,
  type RunRequest,
  type Signer,
  type StoredFault,
} from './define-plugin.js';
export type { Delegations } from './delegations.js';
export type { DidDocument, DidDocuments, Dids, VerificationMethod } from './dids.js';
export {
  ERROR_TABLE,
  type ErrorCode,
  type FieldError,
  OracleError,
  type OracleErrorOptions,
  refuseCursor,
} from './errors.js';
export {
  type ApprovalDecision,
  type ArgumentRule,
  type ArgumentsPattern,
  type CallResult,
  isTerminal,
  type PendingApproval,
  type PendingCall,
  type RunEvent,
  type RunStatus,
  type SequencedEvent,
  type TerminalEvent,
  type ToolCallEvent,
} from './events.js';
export type { Habits } from './habits.js';
export type { Logger } from './logger.js';
export type { Capability, LoadingMode, Manifest, ManifestExample } from './manifest.js';
export type {
  ArtifactNote,
  AssistantMessage,
  Attachment,
  Change,
  MessageEcho,
  Named,
  PromptMessage,
  SummaryMessage,
  SystemMessage,
  ThreadMessage,
  ToolCall,
  ToolMessage,
  TurnMessage,
  UserMessage,
} from './messages.js';
export type {
  Middleware,
  ModelCall,
  ModelTurn,
  RunCall,
  RunOutcome,
  ToolInvocation,
  ToolOutcome,
} from './middleware.js';
export type {
  AnswerLimits,
  ChatModel,
  ModelEvent,
  ModelNotice,
  ModelRole,
  Models,
  ToolSchema,
} from './model.js';
export {
  type AnyOperation,
  type Caller,
  defineOperation,
  type Effect,
  effectHints,
  type LeftUndone,
  type NoUndo,
  type Operation,
  type OperationRoute,
  type OperationTool,
} from './operation.js';
export { type Grant, hasScope, needsDelegation, type Principal } from './principal.js';
export type { ExternalAccount, Principals } from './principals.js';
export type { Diagnosis, ProjectCheck } from './project-check.js';
export type { ProjectAnswers, ProjectQuestion, ProjectStep, StepOutcome } from './project-step.js';
export {
  type CaveatFlag,
  type CaveatKind,
  defineResource,
  isDid,
  NO_CAVEATS,
  ORACLE_RESOURCE,
  personalNamespace,
  type ResourceKind,
  type ResourceOwner,
} from './resource.js';
export type { Restored } from './restored.js';
export {
  type AnyRoute,
  defineRoute,
  HANDLED,
  type HttpMethod,
  isPrepared,
  isReply,
  prepared,
  type Reply,
  type Route,
  type RouteAuth,
  type RouteContext,
  type RouteRequestSchemas,
  type RouteResponseDoc,
  type RouteResult,
  reply,
} from './route.js';
export type { RunBound, RunFigures } from './run-figures.js';
export type { AnsweredRequest, ServerFigures } from './server-figures.js';
export { defineService, type ProvidedService, provide, type ServiceToken } from './services.js';
export type { Share, ShareAccess, Shareable, ShareChanger, SharedThing, Shares } from './shares.js';
export type { DoAlone, SoleWork } from './sole-work.js';
export type { BlobInfo, BlobReader, Blobs, Keys, ListedBlob, Migration, PluginDatabase } from './storage.js';
export type { OfferedText, TextSource } from './text-source.js';
export {
  type AnyTool,
  type ApprovalRule,
  type Asker,
  type ClientTool,
  defineClientTool,
  defineTool,
  type Embedded,
  type Foreseen,
  type Tool,
  type ToolRuntime,
} from './tool.js';
export type { Undo } from './undo.js';
export { url } from './url.js';
export { addUsage, NO_USAGE, type Usage } from './usage.js';
export {
  type Piece,
  readUtterances,
  type SlotField,
  type SlotKind,
  type SlotReading,
  type Template,
  type TemplateSlot,
  type Utterance,
} from './utterances.js';
export { type FieldWords, type KnownWords, readWords, type WordList, withWords } from './words.js';
