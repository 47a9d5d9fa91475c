import type { DeviceServices } from './service-stream.js';

/** Says when a phone that starts anew is away, and when it is back; gives what ends that. */
export function followRestarts(
  services: DeviceServices,
  on: { readonly away: () => void; readonly back: () => void },
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const unfollow = services.onRestart?.((awayMs) => {
    clearTimeout(timer);
    timer = setTimeout(on.back, awayMs).unref();
    on.away();
  });
  return () => {
    clearTimeout(timer);
    unfollow?.();
  };
}
