/** What a plugin author tests with, as `oracle-runtime/testing`. */
export { cpuMs } from './cpu-ms.js';
export { person } from './person.js';
export { readEvents, type TestEvent, textOf } from './read-events.js';
export type { LogLine } from './recorded-log.js';
export { type ScratchDatabase, scratchDatabase } from './scratch-database.js';
export {
  type ConstantScript,
  constantAnswer,
  type ScriptedModelServer,
  startScriptedModelServer,
} from './scripted-model-server.js';
export type { RecordedModelRequest, ScriptedStep, ScriptedToolCall } from './scripted-step.js';
export {
  startTestOracle,
  type TestKey,
  type TestOracle,
  type TestOracleOptions,
} from './start-test-oracle.js';
export type {
  TestApproval,
  TestChat,
  TestDecision,
  TestMessage,
  TestToolCall,
  TestTurn,
} from './test-chat.js';
export { type TestCli, type TestCliOptions, testCli } from './test-cli.js';
export type { Json, TestAnswer, TestCall, TestClient } from './test-client.js';
export { type TestContext, type TestContextOptions, testContext } from './test-context.js';
export type { TestGrant } from './test-grant.js';
export { type TestStorage, type TestStorageOptions, testStorage } from './test-storage.js';
export { callTool, viewsOf } from './views-of.js';
export { withUtterances } from './with-utterances.js';
