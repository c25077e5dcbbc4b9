/** What a plugin author tests with, as `oracle-runtime/testing`. */
export {
  type ConstantScript,
  constantAnswer,
  type RecordedModelRequest,
  type ScriptedModelServer,
  type ScriptedStep,
  type ScriptedToolCall,
  startScriptedModelServer,
} from './scripted-model-server.js';
