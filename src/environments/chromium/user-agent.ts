/** What a phone's browser calls itself. @param version the browser's own, such as `156.0.8078.73` */
export function userAgent(version: string): string {
  const [major = '0'] = version.split('.');
  return `Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`;
}
