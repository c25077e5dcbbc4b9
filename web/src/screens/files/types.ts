/** What is in a folder. Times are milliseconds since the epoch. */
export interface FileNode {
  readonly type: 'file';
  readonly path: string;
  readonly name: string;
  readonly id: string;
  readonly size: number;
  readonly mimeType: string;
  readonly updatedAt: number;
  readonly public: boolean;
}

export interface FolderNode {
  readonly type: 'folder';
  readonly path: string;
  readonly name: string;
  readonly public: boolean;
  /** Where anybody gets it as a ZIP, while it is public. */
  readonly publicUrl?: string;
}

export type Node = FileNode | FolderNode;

export interface FileFacts {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly mimeType: string;
  readonly version: number;
  readonly cid: string;
  readonly public: boolean;
  readonly updatedAt: number;
}

export interface TrashedFile extends FileFacts {
  readonly trashedAt: number;
}

export interface FileVersion {
  readonly version: number;
  readonly current: boolean;
  readonly size: number;
  readonly createdAt: number;
}

/** Where anybody reads a published file; it survives renaming and editing. */
export function publicPath(id: string): string {
  return `/public/id/${encodeURIComponent(id)}`;
}
