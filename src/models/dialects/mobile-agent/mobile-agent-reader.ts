/** Name of the way in which the scripts of Mobile-Agent read answers, behind `reference:`. */
export const MOBILE_AGENT_READER = 'mobile-agent';
