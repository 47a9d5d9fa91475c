import { z } from 'zod';

/** Which phone a call is for, as every tool of a phone takes it. */
export const DEVICE = z.string().describe('Id of a phone, from mobile_list_available_devices');
