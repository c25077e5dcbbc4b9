import { connect as connectHttp2 } from 'node:http2';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { ChainAddress } from './chain-address.js';

/** For one look at what listens there. */
const PATIENCE_MS = 1_500;
const MOST_BYTES = 65_536;
const REQUEST = 'GET / HTTP/1.1\r\nHost: node\r\nAccept: application/json\r\nConnection: close\r\n\r\n';

const WORDS = {
  refused: 'nobody listens there',
  unknown: 'the name of its host is not known',
  tls: 'it speaks TLS and CHAIN_GRPC_URL says http: write https://',
  plain: 'it speaks no TLS and CHAIN_GRPC_URL says https: write http://',
  rest: "CHAIN_GRPC_URL names a node's REST port (1317 as a rule): name its gRPC port (9090 as a rule)",
  rpc: "CHAIN_GRPC_URL names a node's RPC port (26657 as a rule): name its gRPC port (9090 as a rule)",
  http: 'what CHAIN_GRPC_URL names speaks HTTP and no gRPC',
} as const;

export interface Diagnosis {
  /** What is wrong, for the operator, without the address. */
  readonly words: string;
  /** It will not mend itself: CHAIN_GRPC_URL or another setting has to change. */
  readonly setting: boolean;
}

/**
 * Looks at what listens where a node should and does not answer gRPC. Nothing is sent but a request for `/`.
 * @param roots certificates in place of those that the system trusts
 * @returns undefined where nothing is found: a node may well hang
 */
export async function diagnose(address: ChainAddress, roots?: Buffer): Promise<Diagnosis | undefined> {
  const found = address.tls ? await lookByTls(address, roots) : await lookPlainly(address);
  if (found === undefined) return undefined;
  if (found in WORDS) {
    const kind = found as keyof typeof WORDS;
    return { words: WORDS[kind], setting: kind !== 'refused' && kind !== 'unknown' };
  }
  return { words: found, setting: true };
}

async function lookPlainly(address: ChainAddress): Promise<string | undefined> {
  const { text, error } = await exchange(connectPlain(placeOf(address)));
  if (error !== undefined) {
    const known = nameOfFault(error);
    if (known !== undefined) return known;
  }
  if (/HTTPS/i.test(text)) return 'tls';
  if (text.startsWith('HTTP/')) return kindOf(text);
  // An HTTP/2 server greets with a frame of settings.
  if (text.length >= 9 && text.charCodeAt(3) === 4) return undefined;
  const { secured } = await exchange(connectTls({ ...placeOf(address), ...ANY_CERTIFICATE }));
  return secured === undefined ? undefined : 'tls';
}

async function lookByTls(address: ChainAddress, roots?: Buffer): Promise<string | undefined> {
  const trusted = roots === undefined ? {} : { ca: roots };
  const { text, error, secured } = await exchange(
    connectTls({ ...placeOf(address), ...ANY_CERTIFICATE, ...trusted }),
  );
  if (secured === undefined) {
    const plain = await exchange(connectPlain(placeOf(address)));
    if (plain.error !== undefined) return nameOfFault(plain.error);
    return error === undefined && plain.text === '' ? undefined : 'plain';
  }
  if (secured.fault !== undefined)
    return `its certificate is not trusted (${secured.fault}): CHAIN_GRPC_CA names the authority that signed it`;
  return secured.protocol === 'h2' ? kindByHttp2(address, trusted) : kindOf(text);
}

/** The certificate is judged below: what is asked for here is no secret, and what is answered not believed. */
const ANY_CERTIFICATE = { rejectUnauthorized: false, ALPNProtocols: ['h2', 'http/1.1'] };

function placeOf({ host, port }: ChainAddress) {
  return { host, port, ...(isIP(host) === 0 ? { servername: host } : {}) };
}

interface Seen {
  /** What came, byte by byte. */
  readonly text: string;
  readonly error?: NodeJS.ErrnoException;
  readonly secured?: { readonly protocol: string | false | null; readonly fault?: string };
}

/** Connects, asks for `/` and listens until it ends or patience does. */
function exchange(socket: Socket | TLSSocket): Promise<Seen> {
  return new Promise((resolve) => {
    let text = '';
    let secured: Seen['secured'];
    const end = (error?: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, ...(error && { error }), ...(secured && { secured }) });
    };
    const timer = setTimeout(end, PATIENCE_MS);
    socket.on('error', end);
    socket.on('close', () => end());
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      if (text.length > MOST_BYTES) end();
    });
    if ('getPeerCertificate' in socket) {
      socket.once('secureConnect', () => {
        const fault = socket.authorized ? {} : { fault: String(socket.authorizationError) };
        secured = { protocol: socket.alpnProtocol, ...fault };
        if (socket.alpnProtocol === 'h2') end();
        else socket.write(REQUEST);
      });
    } else {
      socket.once('connect', () => socket.write(REQUEST));
    }
  });
}

function kindByHttp2(address: ChainAddress, trusted: { ca?: Buffer }): Promise<string | undefined> {
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return new Promise((resolve) => {
    const session = connectHttp2(`https://${host}:${address.port}`, trusted);
    let text = '';
    const end = () => {
      clearTimeout(timer);
      session.destroy();
      const kind = kindOf(text);
      // A gRPC server answers such a request with nothing that could be read.
      resolve(kind === 'http' ? undefined : kind);
    };
    const timer = setTimeout(end, PATIENCE_MS);
    session.on('error', end);
    const stream = session.request({ ':path': '/', accept: 'application/json' });
    stream.on('data', (bytes: Buffer) => {
      text = (text + bytes.toString('latin1')).slice(0, MOST_BYTES);
    });
    stream.on('error', end);
    stream.on('close', end);
  });
}

/** Which of a node's HTTP ports such an answer is of. */
function kindOf(text: string): 'rest' | 'rpc' | 'http' {
  if (/jsonrpc|abci_info|broadcast_tx/.test(text)) return 'rpc';
  return /"code":\s*\d+,\s*"message":/.test(text) ? 'rest' : 'http';
}

function nameOfFault({ code }: NodeJS.ErrnoException): 'refused' | 'unknown' | undefined {
  if (code === 'ECONNREFUSED') return 'refused';
  return code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'unknown' : undefined;
}
