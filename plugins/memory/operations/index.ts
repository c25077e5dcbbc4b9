import type { AnyOperation } from 'oracle-runtime/plugin';
import type { Memories } from '../engine/memories.js';
import { changeOperations } from './change-memories.js';
import { readOperations } from './read-memories.js';

/** @param origin where people reach this oracle, for links; may be '' */
export function memoryOperations(memories: Memories, origin: string): AnyOperation[] {
  return [...readOperations(memories, origin), ...changeOperations(memories, origin)];
}
