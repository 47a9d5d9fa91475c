import type { Context } from 'hono';

/** The token of `Authorization: Bearer …`, or of `?token=` for the page alone; empty where there is none. */
export function bearerToken({ req }: Context): string {
  const bearer = req.header('authorization')?.replace(/^Bearer /, '');
  return bearer ?? (req.path === '/' ? (req.query('token') ?? '') : '');
}
