import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { MemoryBox } from './memory-box.js';

const text = z.string().trim().min(1).max(2_000);
const id = z.string().min(1).max(500);
const source = z.string().max(1_000).optional();
const limit = z.int().min(1).max(50).default(10);
const item = z.looseObject({ id: z.string(), text: z.string() });

/** What each answer begins with: whom it is about, so that nobody takes it for another's. */
const about = { subject: z.string() };
const items = { ...about, items: z.array(item), nextCursor: z.string().optional() };
const one = { ...about, item: item.nullable() };
const READS = { readOnlyHint: true };

/** The tools of one subject. */
export function memoryTools(subject: string, box: MemoryBox): McpServer {
  const server = new McpServer({ name: 'memory', version: '1.0.0' });
  const answer = (data: object) => {
    const structuredContent = { subject, ...data };
    return {
      structuredContent,
      content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
    };
  };
  server.registerTool(
    'memory_search',
    {
      description: 'Finds memories by words.',
      inputSchema: { query: z.string().max(1_000), limit },
      outputSchema: items,
      annotations: READS,
    },
    async ({ query, limit }) => answer({ items: await box.search(query, limit) }),
  );
  server.registerTool(
    'memory_list',
    {
      description: 'All memories, the newest first.',
      inputSchema: { limit, cursor: z.string().max(100).optional() },
      outputSchema: items,
      annotations: READS,
    },
    ({ limit, cursor }) => answer(box.list(limit, cursor)),
  );
  server.registerTool(
    'memory_get',
    { description: 'One memory.', inputSchema: { id }, outputSchema: one, annotations: READS },
    ({ id }) => answer({ item: box.get(id) }),
  );
  server.registerTool(
    'memory_save',
    {
      description: 'Keeps a text.',
      inputSchema: { text, tags: z.array(z.string().max(100)).max(50).default([]), source },
      outputSchema: one,
      annotations: { destructiveHint: false },
    },
    async ({ text, tags, source }) => answer({ item: await box.save(text, tags, source) }),
  );
  server.registerTool(
    'memory_edit',
    {
      description: 'Says a memory anew.',
      inputSchema: { id, text },
      outputSchema: one,
      annotations: { destructiveHint: true, idempotentHint: true },
    },
    async ({ id, text }) => answer({ item: await box.edit(id, text) }),
  );
  server.registerTool(
    'memory_forget',
    {
      description: 'Forgets a memory for ever.',
      inputSchema: { id },
      outputSchema: { ...about, forgotten: z.boolean() },
      annotations: { destructiveHint: true, idempotentHint: true },
    },
    ({ id }) => answer({ forgotten: box.forget(id) }),
  );
  return server;
}
