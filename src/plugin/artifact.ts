/** A picture or a file that a tool hands to the person: at one of `path`, `url` or, when small, as `bytes`. */
export interface Artifact {
  readonly title: string;
  /** Such as `image/svg+xml`. */
  readonly mimeType: string;
  /** What it shows, in words: for who cannot see it. */
  readonly alt: string;
  /** In the file system of the principal. */
  readonly path?: string;
  /** Where anybody who sees the answer can read it. */
  readonly url?: string;
  /** The content itself, at most 1 MiB; clients get it as a `data:` URL. */
  readonly bytes?: Uint8Array;
  /** In bytes, if known; of `bytes` it is. */
  readonly size?: number;
}

/** An artifact as clients see it. */
export interface ArtifactEvent {
  readonly type: 'artifact';
  readonly id: string;
  readonly toolCallId: string;
  readonly title: string;
  readonly mimeType: string;
  readonly alt: string;
  readonly size?: number;
  readonly path?: string;
  readonly url?: string;
}
