/** Which oracle a command talks to, as its options say. */
export interface OracleAddress {
  /** Default: the local one if it listens, else one that lives for this command. */
  readonly url?: string;
  /** API key or session token. Default: `ORACLE_TOKEN`, else a login from the local identity. */
  readonly token?: string;
}

/** Options of a command that talks to an oracle: {@link OracleAddress}. */
export const ADDRESS_OPTIONS: readonly CommandOption[] = [
  { flags: '--url <url>', description: 'the oracle (default: the local one)' },
  {
    flags: '--token <token>',
    description: 'API key or session token (default: ORACLE_TOKEN, else a local login)',
  },
];

/** An oracle, and a credential there. */
export interface OracleConnection {
  /** Such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** @throws OracleError what the oracle refuses, and `unavailable` when it cannot be reached */
  request(method: string, path: string, init?: Pick<RequestInit, 'body' | 'headers'>): Promise<Response>;
  close(): Promise<void>;
}

/** The oracle whose folder a command runs in, as its `.env` and `oracle.config.json` say. */
export interface CommandProject {
  readonly name: string;
  readonly description: string;
  readonly network: 'devnet' | 'testnet' | 'mainnet';
  readonly entityDid: string | undefined;
  /** Where it listens, and where others reach it (`PUBLIC_URL`) as far as the operator has said. */
  readonly port: number;
  readonly publicUrl: string | undefined;
  readonly dataDir: string;
  /** `.env` and the environment; what is blank is left out. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The words of its signing identity. @throws OracleError `identity_missing` */
  mnemonic(): Promise<string>;
  /** Writes `entityDid` to oracle.config.json, whose other lines stay as they are. */
  setEntityDid(did: string): Promise<void>;
  /** Writes variables to `.env`, in the place of lines that set them; its other lines stay as they are. */
  setEnv(values: Readonly<Record<string, string>>): Promise<void>;
}

/** Standard streams, the working directory, and the way to an oracle, as a command may use them. */
export interface CommandIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Content on standard output, as it is. */
  readonly bytes: (content: Uint8Array) => void;
  readonly cwd: string;
  /** Close it when the work is done. @throws OracleError when there is none, or no credential for it */
  connect(address: OracleAddress): Promise<OracleConnection>;
  /** @throws OracleError `config_invalid` */
  project(): Promise<CommandProject>;
  /** Calls the listener on Ctrl-C instead of ending; returns how to stop that. */
  onInterrupt(listener: () => void): () => void;
}

export interface CommandOption {
  /** Such as `--strict` or `--url <url>`. */
  readonly flags: string;
  readonly description: string;
  /** It may be given several times, and `run` gets its values as a list; of any other a second value is refused. */
  readonly many?: true;
}

/** `oracle <group> <name> …`: runs without booting the oracle. Returns the exit code. */
export interface PluginCommand {
  readonly name: string;
  readonly summary: string;
  /** Positional arguments in order, `<required>` or `[optional]`; of the last one there may be `many`. */
  readonly arguments: readonly {
    readonly name: string;
    readonly description?: string;
    readonly optional?: boolean;
    readonly many?: boolean;
  }[];
  readonly options?: readonly CommandOption[];
  /** It also answers to its own name: `oracle <name> …`. */
  readonly alone?: true;
  run(args: readonly string[], options: Readonly<Record<string, unknown>>, io: CommandIo): Promise<number>;
}

/**
 * Does some work at the oracle that a command's options name, and hangs up.
 * @throws OracleError as `connect`; and what the work throws
 */
export async function withOracle<T>(
  options: OracleAddress,
  io: Pick<CommandIo, 'connect'>,
  work: (oracle: OracleConnection) => Promise<T>,
): Promise<T> {
  const oracle = await io.connect(options);
  try {
    return await work(oracle);
  } finally {
    await oracle.close();
  }
}
