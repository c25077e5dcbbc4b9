// The five tools that every peer declares, in one place so that all send the model the same ones.
import { z } from 'zod';

export const INSTRUCTIONS = 'You are an oracle. Answer briefly. Use tools when they help.';

export const TOOLS = [
  {
    name: 'load_capability',
    description: 'Loads capabilities by name and returns their manifests.',
    input: z.object({ names: z.array(z.string()).describe('Names of capabilities') }),
    run: async ({ names }) => ({ capabilities: names.map((name) => ({ name, status: 'loaded' })) }),
  },
  {
    name: 'get_bench_weather',
    description: 'Current weather in a city.',
    input: z.object({ city: z.string().describe('Name of the city') }),
    run: async ({ city }) => ({ city, temp_c: 15.6, conditions: 'overcast' }),
  },
  {
    name: 'convert_units',
    description: 'Converts a quantity from one unit to another.',
    input: z.object({ quantity: z.number(), from: z.string(), to: z.string() }),
    run: async ({ quantity }) => ({ quantity }),
  },
  {
    name: 'search_notes',
    description: 'Finds notes that contain the words.',
    input: z.object({ words: z.string(), limit: z.number().int().min(1).max(50).optional() }),
    run: async () => ({ notes: [] }),
  },
  {
    name: 'add_note',
    description: 'Keeps a note.',
    input: z.object({ text: z.string() }),
    run: async ({ text }) => ({ text }),
  },
];
