/** The phone takes nothing any more: a limit was met, its world failed, or it was put away. Ends the command that asked. */
export class PhoneClosed extends Error {
  constructor(reason: string) {
    super(`the phone is closed: ${reason}`);
    this.name = 'PhoneClosed';
  }
}
