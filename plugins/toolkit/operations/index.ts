import type { AnyOperation, Clock } from 'oracle-runtime/plugin';
import type { Router } from '../remote/router.js';
import { connectionOperations } from './connections.js';
import { toolOperations } from './tools.js';

/** The four steps: find a tool, read what it needs, connect the account, use it. */
export function toolkitOperations(router: Router, clock: Clock): AnyOperation[] {
  return [...toolOperations(router), ...connectionOperations(router, clock)];
}
