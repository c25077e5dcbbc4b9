import type { z } from 'zod';
import type { Ability } from '../access/abilities.js';
import type { Access } from '../access/access.js';
import type { NamespacePath } from '../paths/namespace-path.js';

/** Content that a tool hands over as it is, not as part of its answer. */
export interface FetchedContent {
  readonly path: string;
  readonly mimeType: string;
  readonly cid: string;
  readonly size: number;
  /** Text as text, anything else as base64. */
  readonly text?: string;
  readonly base64?: string;
}

export interface FileToolCall {
  /** What the caller reaches for this ability on this path. @throws OracleError `forbidden` */
  access(ability: Ability, path: NamespacePath): Promise<Access>;
  /** The oracle's own agent calls, whose person must have said so before anything gets public. */
  readonly byOracle: boolean;
  readonly signal: AbortSignal;
}

/** A tool for agents, told once: the oracle's own agent and the MCP endpoint offer it. */
export interface FileTool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** For the model: what it does and returns. */
  readonly description: string;
  readonly input: Input;
  readonly kind: 'read' | 'write' | 'destructive';
  /** Whether the oracle's own agent asks its person first. */
  readonly asks?: (args: z.output<Input>) => boolean;
  run(args: z.output<Input>, call: FileToolCall): Promise<object>;
}

/** A tool of any input, as lists hold it. */
export type AnyFileTool = FileTool;

/** Infers `args` from `input`; adds nothing at run time. */
export function defineFileTool<Input extends z.ZodObject>(tool: FileTool<Input>): AnyFileTool {
  return tool as unknown as AnyFileTool;
}
