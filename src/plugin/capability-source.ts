import type { Manifest } from './manifest.js';
import type { Principal } from './principal.js';
import type { AnyTool } from './tool.js';

/** A capability that came up after the boot, such as a connected MCP server. */
export interface OfferedCapability {
  /** `<plugin>/<name>` in kebab-case, such as `mcp/github`. */
  readonly name: string;
  readonly manifest: Manifest;
}

/**
 * Capabilities that come and go while the oracle runs. What a conversation has loaded stays bound to it: when its
 * source is gone, the tools are there and say so.
 */
export interface CapabilitySource {
  /** What this principal may load now. Asked for each list and each load, so answer from memory. */
  list(principal: Principal): readonly OfferedCapability[];
  /**
   * The tools of one, in a stable order. Asked again in each run that has it loaded.
   * @throws OracleError `unavailable` with the reason when it is gone, `not_found` for a name that is not offered
   */
  load(name: string, principal: Principal, signal: AbortSignal): Promise<readonly AnyTool[]>;
}
