import type { AnyOperation } from 'oracle-runtime/plugin';
import type { ReadingRoom } from '../reading-room.js';
import { checkQuoteOperation } from './check-quote.js';
import { listKnowledgeOperation } from './list-knowledge.js';
import { searchKnowledgeOperation } from './search-knowledge.js';

export function knowledgeOperations(room: ReadingRoom): AnyOperation[] {
  return [searchKnowledgeOperation(room), checkQuoteOperation(room), listKnowledgeOperation(room)];
}
