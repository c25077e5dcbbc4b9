import type { Principal } from './principal.js';

/** A text or file that clients may read themselves: over MCP a resource, and where it begins a talk also a prompt. */
export interface OfferedText {
  /** Of a scheme of the plugin's own, such as `skill://plan-a-sample/SKILL.md`; unique over all that a principal is offered. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** Bytes, where known before it is read, like the SHA-256 of the content, hex. */
  readonly size?: number;
  readonly sha256?: string;
  /** A person may begin a talk with it. */
  readonly asPrompt?: true;
}

/** Texts that a plugin offers to clients beside its tools. */
export interface TextSource {
  /** How all of its URIs are written, where there may be more than a list holds: `notes://{+path}` (RFC 6570). */
  readonly template?: Pick<OfferedText, 'uri' | 'name' | 'title' | 'description'>;
  /** What this principal may read now. */
  list(principal: Principal, signal: AbortSignal): Promise<readonly OfferedText[]>;
  /** Undefined for what this principal is not offered. */
  read(
    uri: string,
    principal: Principal,
    signal: AbortSignal,
  ): Promise<{ readonly content: Uint8Array; readonly mimeType: string } | undefined>;
}
