/** The files of the catalogue by repository, each loaded when it is asked for. */
export const REPOSITORY_FILES = {
  'KDEGroup/UI-AGILE': () => import('./repositories/KDEGroup+UI-AGILE.json', { with: { type: 'json' } }),
  'MadeAgents/ColorBench': () =>
    import('./repositories/MadeAgents+ColorBench.json', { with: { type: 'json' } }),
  'OS-Copilot/OS-Atlas': () => import('./repositories/OS-Copilot+OS-Atlas.json', { with: { type: 'json' } }),
  'OSU-NLP-Group/UGround': () =>
    import('./repositories/OSU-NLP-Group+UGround.json', { with: { type: 'json' } }),
  'OpenBMB/AgentCPM-GUI': () =>
    import('./repositories/OpenBMB+AgentCPM-GUI.json', { with: { type: 'json' } }),
  'OpenGVLab/GUI-Odyssey': () =>
    import('./repositories/OpenGVLab+GUI-Odyssey.json', { with: { type: 'json' } }),
  'PKU-ASE-RISE/Sphinx': () => import('./repositories/PKU-ASE-RISE+Sphinx.json', { with: { type: 'json' } }),
  'QwenLM/Qwen-Agent': () => import('./repositories/QwenLM+Qwen-Agent.json', { with: { type: 'json' } }),
  'QwenLM/Qwen2.5-VL': () => import('./repositories/QwenLM+Qwen2.5-VL.json', { with: { type: 'json' } }),
  'QwenLM/Qwen3-VL': () => import('./repositories/QwenLM+Qwen3-VL.json', { with: { type: 'json' } }),
  'THUDM/CogAgent': () => import('./repositories/THUDM+CogAgent.json', { with: { type: 'json' } }),
  'THUDM/CogVLM': () => import('./repositories/THUDM+CogVLM.json', { with: { type: 'json' } }),
  'TencentQQGYLab/AppAgent': () =>
    import('./repositories/TencentQQGYLab+AppAgent.json', { with: { type: 'json' } }),
  'X-PLUG/MobileAgent': () => import('./repositories/X-PLUG+MobileAgent.json', { with: { type: 'json' } }),
  'boyugou/android_world_seeact_v': () =>
    import('./repositories/boyugou+android_world_seeact_v.json', { with: { type: 'json' } }),
  'bytedance/UI-TARS': () => import('./repositories/bytedance+UI-TARS.json', { with: { type: 'json' } }),
  'google-research/android_world': () =>
    import('./repositories/google-research+android_world.json', { with: { type: 'json' } }),
  'inclusionAI/UI-Venus': () =>
    import('./repositories/inclusionAI+UI-Venus.json', { with: { type: 'json' } }),
  'lll6gg/UI-R1': () => import('./repositories/lll6gg+UI-R1.json', { with: { type: 'json' } }),
  'ritzz-ai/GUI-R1': () => import('./repositories/ritzz-ai+GUI-R1.json', { with: { type: 'json' } }),
  'xlang-ai/aguvis': () => import('./repositories/xlang-ai+aguvis.json', { with: { type: 'json' } }),
  'zai-org/GLM-V': () => import('./repositories/zai-org+GLM-V.json', { with: { type: 'json' } }),
  'zai-org/Open-AutoGLM': () =>
    import('./repositories/zai-org+Open-AutoGLM.json', { with: { type: 'json' } }),
};
