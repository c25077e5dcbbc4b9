/** Bytes of a token as it travels, base64. */
export const TOKEN_BYTES = 64 * 1024;
/** Blocks of a token's archive, the root included. */
export const BLOCKS = 16;
/** Links of a chain, the invocation included. */
export const DEPTH = 8;
/** Capabilities of one delegation. */
export const CAPABILITIES = 32;
/** Seconds that an invocation may live. It works once, so there is no use for more. */
export const INVOCATION_SECONDS = 900;
