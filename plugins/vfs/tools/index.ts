import { type AnyTool, defineTool } from 'oracle-runtime/plugin';
import type { AgentAccess } from '../access/agent-access.js';
import type { Vfs } from '../vfs.js';
import { changeTools } from './change-tools.js';
import { contentTools } from './content-tools.js';
import type { AnyFileTool } from './file-tool.js';
import { findTools } from './find-tools.js';

/** All tools for agents. */
export function fileTools(vfs: Vfs): AnyFileTool[] {
  return [...findTools(vfs), ...contentTools(vfs), ...changeTools(vfs)];
}

/** The same as tools of the oracle's own agent. */
export function agentTools(tools: readonly AnyFileTool[], access: AgentAccess): AnyTool[] {
  return tools.map((tool) =>
    defineTool({
      name: tool.name,
      description: tool.description,
      input: tool.input,
      idempotent: tool.kind === 'read',
      ...(tool.asks === undefined ? {} : { approval: tool.asks }),
      run: (args, { principal, signal }) =>
        tool.run(args, {
          access: (ability, path) => access(principal, ability, path),
          byOracle: true,
          signal,
        }),
    }),
  );
}
