import { type AnyOperation, defineOperation } from 'oracle-runtime/plugin';
import { z } from 'zod';
import type { Entities } from '../entity/entities.js';
import { listEntities, searchEntities } from '../entity/search-entities.js';
import { pageFields } from './page-fields.js';

export function listEntitiesOperation({ reader }: Entities): AnyOperation {
  return defineOperation({
    name: 'list_entities',
    title: 'List entities',
    description:
      'Lists entities of the chain a page at a time: id, type, status, verified. More with nextCursor.',
    effect: 'read',
    input: z.object(pageFields),
    answer: { description: 'One page of entities' },
    tool: { timeoutMs: 30_000 },
    run({ cursor, limit }, { signal }) {
      reader.needChain();
      return listEntities({ cursor, limit }, reader, signal);
    },
  });
}

export function searchEntitiesOperation(entities: Entities): AnyOperation {
  return defineOperation({
    name: 'search_entities',
    title: 'Find entities by words',
    description:
      'Finds entities by words in their id, type, accounts, controllers, services and linked resources; all words ' +
      'must occur. A DID as text finds what it controls or is linked to.',
    effect: 'read',
    input: z.object({
      text: z
        .string()
        .min(1)
        .max(500)
        .meta({ description: 'Words to search for', examples: ['carbon project', 'did:x:zQ3sh'] }),
      ...pageFields,
    }),
    answer: { description: 'One page of entities, and how old what is known of them is' },
    tool: { timeoutMs: 30_000 },
    run({ text, cursor, limit }, { signal }) {
      entities.reader.needChain();
      return searchEntities({ text, cursor, limit }, entities, signal);
    },
  });
}
