import { TouchstoneError } from '../../errors.js';
import type { Gateway } from '../../models/gateway/gateway.js';
import { ModelNoPicturesError } from '../../models/model-errors.js';
import { listModels, type ListedModel } from '../../models/preflight/list-models.js';
import { preflightModel } from '../../models/preflight/preflight.js';
import type { ModelProfile } from '../../models/profile.js';
import { preflightGateway } from '../run/bind-models.js';
import { readRoleProfiles, type ProfileOptions } from '../run/role-profiles.js';
import type { Settings } from '../settings/setting.js';
import type { DoctorCheck } from './doctor-check.js';

const MODEL = 'model';
const ENDPOINT = 'model endpoint';
/** Models that are named of a list. */
const MOST_NAMED = 5;

/**
 * Asks the model that the settings name once, as a run does before its first item; of an endpoint alone, which models it
 * has. Nothing where neither is named.
 *
 * @throws {UserError} for a model that the settings do not describe, {DatasetError} for a file that is no profile
 */
export async function checkModel(settings: Settings, options: ProfileOptions): Promise<DoctorCheck[]> {
  const asker = { name: 'the doctor', roles: [{ name: 'actor', does: 'answers' }] };
  const { acting } = await readRoleProfiles(asker, { ...settings, roleProfiles: {} }, options);
  const gateway = await preflightGateway({ ...settings, cache: null, replay: null }, options);
  if (acting !== null) return [await checkAsked(acting, gateway, options)];
  if (settings.baseUrl === null) return [];
  // A name that stands for any: only the list is asked for.
  const any = await readRoleProfiles(asker, { ...settings, model: 'any', roleProfiles: {} }, options);
  return any.acting === null ? [] : [await checkListed(any.acting, settings.baseUrl, gateway, options)];
}

async function checkAsked(
  profile: ModelProfile,
  gateway: Gateway,
  { environment, signal }: ProfileOptions,
): Promise<DoctorCheck> {
  const name = MODEL;
  try {
    const asked = await preflightModel(profile, { gateway, environment, pictures: true, signal });
    const { endpoint, model, answer } = asked;
    if (answer === null) {
      return { name, state: 'warning', found: asked.busy ?? '', advice: 'Ask again once it has less to do.' };
    }
    const listed = await listModels(profile, { gateway, environment, signal });
    const parts = [`${model} at ${endpoint} answers in ${Math.round(answer.latencyMs)} ms, takes pictures`];
    const context = listed?.find(({ id }) => id === model)?.contextTokens ?? null;
    if (context !== null) parts.push(`context of ${context} tokens`);
    return { name, state: 'ok', found: parts.join(', ') };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    const { message } = error;
    const hint = adviceOf(error);
    // Agents that read the screen as text can use it.
    const state = error instanceof ModelNoPicturesError ? 'warning' : 'problem';
    return { name, state, found: message, ...(hint === undefined ? {} : { advice: hint }) };
  }
}

async function checkListed(
  profile: ModelProfile,
  address: string,
  gateway: Gateway,
  options: ProfileOptions,
): Promise<DoctorCheck> {
  const name = ENDPOINT;
  let listed: readonly ListedModel[] | null = null;
  try {
    listed = await listModels(profile, { gateway, ...options });
    if (listed !== null) return { name, state: 'ok', found: `${address} has ${namesOf(listed)}` };
    // Without a list, an answer of any kind tells that something is there.
    await preflightModel(profile, { gateway, ...options, pictures: false });
  } catch (error) {
    options.signal.throwIfAborted();
    if (!(error instanceof TouchstoneError)) throw error;
    if (error.fault === 'model' || error.code === 'MODEL_ACCESS' || error.code === 'MODEL_SETTINGS') {
      const { message } = error;
      const hint = adviceOf(error);
      return { name, state: 'problem', found: message, ...(hint === undefined ? {} : { advice: hint }) };
    }
  }
  const found = `${address} is there, and lists no models`;
  return { name, state: 'warning', found, advice: 'Name the model with --model to have it asked.' };
}

/** The error's own advice, unless that is to ask the doctor. */
function adviceOf({ hint }: TouchstoneError): string | undefined {
  const isDoctor = hint?.includes('touchstone doctor') === true;
  return isDoctor ? 'Check that the server is up, and the address.' : hint;
}

function namesOf(listed: readonly ListedModel[]): string {
  if (listed.length === 0) return 'no model';
  const names = listed.slice(0, MOST_NAMED).map(({ id }) => id);
  const more = listed.length > MOST_NAMED ? ` and ${listed.length - MOST_NAMED} more` : '';
  return `${names.join(', ')}${more}`;
}
