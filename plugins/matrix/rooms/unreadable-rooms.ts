/**
 * Which rooms were told that what is said in them cannot be read. A room is told once for all that came before it was
 * told, however late the wait for their keys ends, and again only after something could be read in between.
 */
export class UnreadableRooms {
  readonly #told = new Map<string, { readonly at: number; readSince: boolean }>();

  /** Something of this room was read. */
  read(roomId: string): void {
    const told = this.#told.get(roomId);
    if (told !== undefined) told.readSince = true;
  }

  /**
   * Whether to tell the room of a message that cannot be read, which then counts as told: who asks next, also in the
   * same moment, is told no.
   * @param heardAt when the message came, in ms of this process's clock
   * @param now the same clock
   */
  tell(roomId: string, heardAt: number, now: number): boolean {
    const told = this.#told.get(roomId);
    if (told !== undefined && (!told.readSince || heardAt <= told.at)) return false;
    this.#told.set(roomId, { at: now, readSince: false });
    return true;
  }
}
