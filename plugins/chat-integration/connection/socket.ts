import { silentLogger } from './web-api.js';

export interface SocketOptions {
  readonly appToken: string;
  readonly apiUrl: string;
  readonly signal: AbortSignal;
  /** Keeps a payload; what throws is not acknowledged, so that Slack delivers it again. */
  readonly take: (payload: unknown) => Promise<void>;
  readonly up: () => void;
}

/** How long Slack may take to say hello on a new socket. */
const HELLO_MS = 20_000;

interface Delivery {
  readonly body: unknown;
  ack(): Promise<void>;
}

/**
 * One socket (socket mode), from its hello until it is lost. Connecting again is the caller's: the package's own way ends
 * the process when Slack is away at that moment.
 *
 * @throws what the package throws when there is no socket to be had
 */
export async function listenOnSocket({ appToken, apiUrl, signal, take, up }: SocketOptions): Promise<void> {
  const { SocketModeReceiver } = await import('@slack/bolt');
  const logger = silentLogger();
  const { client } = new SocketModeReceiver({
    appToken,
    logger,
    autoReconnectEnabled: false,
    installerOptions: {
      clientOptions: { slackApiUrl: apiUrl, timeout: HELLO_MS, retryConfig: { retries: 0 } },
    },
  });
  const lost = new Promise<void>((resolve) => client.once('disconnected', () => resolve()));
  client.on('slack_event', ({ body, ack }: Delivery) => {
    // Neither a payload that cannot be kept nor a socket that is gone ends anything: Slack delivers it again.
    take(body)
      .then(() => ack())
      .catch(() => undefined);
  });
  const leave = () => void client.disconnect();
  signal.addEventListener('abort', leave, { once: true });
  const late = setTimeout(leave, HELLO_MS);
  try {
    signal.throwIfAborted();
    await client.start();
    clearTimeout(late);
    up();
    await lost;
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', leave);
  }
}
