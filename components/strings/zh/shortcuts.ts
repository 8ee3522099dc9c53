import type { shortcuts as english } from '#components/strings/shortcuts';
import type { Translation } from '#components/strings/translated';

export const shortcuts: Translation<typeof english> = {
  purpose: '单键快捷键在未输入文字时可用。',
  list: [
    { keys: ['Ctrl', 'K'], does: '搜索或跳转' },
    { keys: ['/'], does: '搜索列表' },
    { keys: ['J'], does: '下一行' },
    { keys: ['K'], does: '上一行' },
    { keys: ['Enter'], does: '打开所在行' },
    { keys: ['X'], does: '选择该行' },
    { keys: ['Esc'], does: '关闭打开的面板' },
    { keys: ['N'], does: '比较版本时：下一处变化' },
    { keys: ['P'], does: '上一处变化' },
    { keys: ['['], does: '上一对版本' },
    { keys: [']'], does: '下一对版本' },
    { keys: ['Alt', '↑'], does: '移动页面或文件夹' },
    { keys: ['F2'], does: '重命名页面或文件夹' },
    { keys: ['Ctrl', 'Enter'], does: '提交表单' },
    { keys: ['?'], does: '显示此列表' },
  ],
};
