import type { shortcuts as english } from '#components/strings/shortcuts';
import type { Translation } from '#components/strings/translated';

export const shortcuts: Translation<typeof english> = {
  purpose: 'Os atalhos de uma só tecla funcionam quando você não está digitando.',
  list: [
    { keys: ['Ctrl', 'K'], does: 'Buscar ou ir para' },
    { keys: ['/'], does: 'Buscar na lista' },
    { keys: ['J'], does: 'Próxima linha' },
    { keys: ['K'], does: 'Linha anterior' },
    { keys: ['Enter'], does: 'Abrir linha' },
    { keys: ['X'], does: 'Selecionar a linha' },
    { keys: ['Esc'], does: 'Fechar o painel aberto' },
    { keys: ['N'], does: 'Próxima alteração, ao comparar versões' },
    { keys: ['P'], does: 'Alteração anterior' },
    { keys: ['['], does: 'Par de versões anterior' },
    { keys: [']'], does: 'Próximo par de versões' },
    { keys: ['Alt', '↑'], does: 'Mover uma página ou pasta' },
    { keys: ['F2'], does: 'Renomear uma página ou pasta' },
    { keys: ['Ctrl', 'Enter'], does: 'Enviar formulário' },
    { keys: ['?'], does: 'Mostrar esta lista' },
  ],
};
