/** How long a model on a machine of one's own may read its prompt before it says a word. */
const NEARBY_FIRST_MS = 600_000;
/** Whoever sets a shorter limit than this means it. */
const USUAL_MS = 60_000;

const PRIVATE = [
  /^127\./,
  /^10\./,
  /^192\.168\./,
  /^172\.(?:1[6-9]|2\d|3[01])\./,
  /^169\.254\./,
  /^\[(?:::1|f[cd][0-9a-f]{2}:.*|fe80:.*)\]$/i,
  /\.(?:local|lan|internal|localhost)$/i,
  // The name of a container or of a machine in the same network.
  /^[^.[\]]+$/,
];

/** Milliseconds that an endpoint may be silent before its answer begins, where nobody set them. */
export function firstTimeout(baseUrl: string, timeoutMs: number): number {
  const { hostname } = new URL(baseUrl);
  const nearby = PRIVATE.some((pattern) => pattern.test(hostname));
  return nearby && timeoutMs >= USUAL_MS ? Math.max(NEARBY_FIRST_MS, timeoutMs) : timeoutMs;
}
