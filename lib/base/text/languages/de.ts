import { profile } from '#lib/base/text/languages/profile';

export const de = profile(
  'de',
  'Latin',
  `der die das den dem des ein eine einen einem einer eines kein keine keinen und oder aber doch denn sondern als wie wenn weil dass ob damit
  ich du er sie es wir ihr mich dich sich uns euch mir dir ihm ihn ihnen mein meine meinen meiner dein deine sein seine seinen seiner ihre ihren unser unsere
  ist sind war waren bin bist sei wird werden wurde wurden worden hat haben habe hatte hatten kann können konnte muss müssen soll sollte will wollte darf möchte
  in im an am auf aus bei beim mit nach von vom zu zum zur für um über unter vor durch gegen ohne bis seit während zwischen
  was wer wen wem wo wann warum wieso woher wohin welche welcher welches wieviel da dort hier nicht nur auch noch schon sehr so dann mal immer man mehr etwas alle alles
  dieser diese dieses diesem diesen jeder jede jedes viele`,
);
