import type { Context } from 'hono';

/** The token of `Authorization: Bearer …`, or of `?token=` for the page alone; empty where there is none. */
export function bearerToken({ req }: Context): string {
  return bearerOf(req.raw.headers) ?? (req.path === '/' ? (req.query('token') ?? '') : '');
}

/** The token of `Authorization: Bearer …`; null where there is none. */
export function bearerOf(headers: Headers): string | null {
  return headers.get('authorization')?.replace(/^Bearer /, '') ?? null;
}
