import { z } from 'zod';

const name = z.string().min(1).max(128);
const values = z.record(z.string().min(1), z.string().max(16_384));

/** Text with what stands for variables filled in by something. */
const filled = (text: string) => text.replace(/\$\{[^}]*\}/g, 'x');

/** Why nobody can be reached at an address, as far as it stands in the configuration; undefined for one that can be. */
function addressFault(text: string): string | undefined {
  if (text.startsWith('${')) return undefined;
  if (!URL.canParse(filled(text))) return 'is no address such as https://mcp.example.org/mcp';
  const { protocol, username, password } = new URL(filled(text));
  if (protocol !== 'https:' && protocol !== 'http:') return 'is no http or https address';
  return username + password === ''
    ? undefined
    : 'has a user or password in it; give them as a header: "Authorization": "Basic ..."';
}

const address = z
  .string()
  .min(1)
  .superRefine((text, context) => {
    const message = addressFault(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

const headers = z.record(
  z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is no name of a header'),
  z
    .string()
    .max(16_384)
    .refine((value) => !/[\r\n\0]/.test(value), 'has a line break, which no header may have'),
);

const common = {
  /** What people call it; default its key. */
  title: z.string().trim().min(1).max(60).optional(),
  /** What it is for, in the operator's words: the agent chooses by it. */
  description: z.string().trim().min(1).max(160).optional(),
  /** Tools that may be used, by the server's own names; `*` stands for any characters. Default all. */
  allow: z.array(name).optional(),
  /** Tools that may not, whatever `allow` says. */
  deny: z.array(name).default([]),
  /** When a person is asked first. Default `writes`: for all that the server does not call read-only. */
  approval: z.enum(['always', 'writes', 'destructive', 'never']).default('writes'),
  disabled: z.boolean().default(false),
  /** Seconds that a call may take without a word from the server. */
  timeoutSeconds: z.number().min(1).max(600).default(60),
};

const program = z.strictObject({
  ...common,
  type: z.literal('stdio').optional(),
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  env: values.default({}),
  cwd: z.string().min(1).optional(),
});

const remote = z.strictObject({
  ...common,
  type: z.enum(['http', 'streamable-http']).optional(),
  url: address,
  headers: headers.default({}),
  oauth: z
    .strictObject({
      clientId: z.string().min(1),
      clientSecret: z.string().min(1),
      issuer: z.string().min(1),
      scope: z.string().min(1).optional(),
    })
    .optional(),
});

const EITHER = 'give it a command (a program to start) or a url (streamable HTTP), not both';

/** One member of `mcpServers`, as desktop clients write it, with a few words of our own. */
const server = z.unknown().transform((value, context) => {
  const has = (key: string) => typeof value === 'object' && value !== null && key in value;
  if (has('command') === has('url')) {
    context.addIssue({ code: 'custom', message: EITHER });
    return z.NEVER;
  }
  const parsed = has('url') ? remote.safeParse(value) : program.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) context.addIssue({ ...issue } as never);
  return z.NEVER;
});

export type ServerConfig = z.output<typeof program> | z.output<typeof remote>;

/** `mcpServers` of `oracle.config.json`: server name -> where it is and what of it may be used. */
export const mcpConfig = z
  .record(z.string(), server)
  .superRefine((servers, context) => {
    const taken = new Map<string, string>();
    for (const key of Object.keys(servers)) {
      const kebab = kebabOf(key);
      const other = taken.get(kebab);
      const fault = !/^[a-z][a-z0-9-]{0,31}$/.test(kebab)
        ? 'name it in 1 to 32 letters, digits and dashes, a letter first'
        : other !== undefined
          ? `it is called like '${other}' here; rename one`
          : undefined;
      taken.set(kebab, key);
      if (fault !== undefined) context.addIssue({ code: 'custom', path: [key], message: fault });
    }
  })
  .prefault({});

export type McpConfig = z.output<typeof mcpConfig>;

/** What a server is called here: `brave-search` for `Brave Search`. */
export function kebabOf(key: string): string {
  return key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
