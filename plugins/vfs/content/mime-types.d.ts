/** The package brings no types. */
declare module 'mime-types' {
  /** The media type of a path's ending; false when it is not known. */
  export function lookup(path: string): string | false;
}
