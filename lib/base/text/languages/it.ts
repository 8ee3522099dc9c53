import { profile } from '#lib/base/text/languages/profile';

export const it = profile(
  'it',
  'Latin',
  `il lo la i gli le l un uno una di del dello della dell dei degli delle a al allo alla all ai agli alle da dal dalla dall dai dalle in nel nella nell nei nelle
  con su sul sulla sull sui sulle per tra fra senza sotto sopra verso
  e ed o ma però che se come quando dove perché mentre anche né
  io tu lui lei noi voi loro mi ti si ci vi lo ne gli me te sé mio mia miei mie tuo tua suo sua suoi sue nostro nostra vostro
  è sono era erano fu essere stato stata sei siamo ho hai ha abbiamo hanno aveva avevano avere può possono fa fare va
  chi cosa quale quali quanto quanta quanti quante questo questa questi queste quello quella quelli quelle quel
  non sì no più meno molto molta già ancora poi così tutto tutta tutti tutte altro altra altri ogni qualcosa qualcuno niente nessuno stesso qui là`,
);
