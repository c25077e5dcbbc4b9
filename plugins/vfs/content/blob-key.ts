/** Where a blob's file is: two levels of directories keep each small. */
export function blobKey(blob: string): string {
  return `${blob.slice(0, 2)}/${blob.slice(2, 4)}/${blob}`;
}
