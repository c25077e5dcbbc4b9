import type { ChatModel, OracleInfo } from '../../plugin/index.js';

/** What this oracle can do over AG-UI, as `AgentCapabilities` (docs.ag-ui.com, concepts/capabilities). */
export function agUiCapabilities(
  { name, description, version }: OracleInfo,
  model: Pick<ChatModel, 'seesPictures'>,
): object {
  return {
    identity: { name, description, version, type: 'oracle-runtime' },
    transport: { streaming: true, resumable: true },
    tools: { supported: true, clientProvided: true, parallelCalls: true },
    state: { snapshots: true, deltas: true },
    reasoning: { supported: true, streaming: true },
    multimodal: { input: { image: model.seesPictures?.() === true, file: true } },
    humanInTheLoop: { supported: true, approvals: true, interrupts: true, approveWithEdits: true },
  };
}
