import { gzip } from 'node:zlib';
import { promisify } from 'node:util';

const compress = promisify(gzip);

/** JSON, compressed, in letters that cannot end a `<script>` block, for any value. */
export async function pack(value: unknown): Promise<string> {
  return packText(JSON.stringify(value));
}

/** The same for JSON that is text already. */
export async function packText(json: string): Promise<string> {
  const bytes = await compress(json, { level: 6 });
  return bytes.toString('base64');
}
