/** Gives a person a file to keep. */
export function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|]+/g, ' ').trim();
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
