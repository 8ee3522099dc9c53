/**
 * Words before a colon that are labels and not people, in other languages than English: parts of
 * notes, recipes, minutes and letters. In lower case. The English ones are in `speakers.ts`. */ export const FOREIGN_LABELS: ReadonlySet<string> =
  new Set(
    `hinweis hinweise achtung wichtig frage fragen
  antwort antworten zusammenfassung titel untertitel betreff datum uhrzeit zeit ort adresse telefon preis kosten zutaten zubereitung
  anleitung schritt schritte beispiel beispiele quelle quellen ziel ziele aufgabe aufgaben problem lösung ergebnis ergebnisse fazit
  hintergrund thema themen teilnehmer tagesordnung beschluss vorteile nachteile anmerkung bemerkung einkaufsliste frühstück
  mittagessen abendessen nota notas aviso importante pregunta preguntas respuesta respuestas resumen título asunto fecha hora lugar
  dirección teléfono precio costo ingredientes preparación instrucciones paso pasos ejemplo ejemplos fuente fuentes objetivo
  objetivos tarea tareas problema solución resultado resultados conclusión contexto tema temas participantes ventajas desventajas
  lunes martes miércoles jueves viernes sábado desayuno almuerzo remarque attention réponse réponses résumé titre objet heure lieu
  téléphone prix coût ingrédients préparation étape étapes exemple exemples objectif objectifs tâche tâches problème résultat
  résultats contexte thème avantages inconvénients lundi mardi mercredi jeudi vendredi samedi dimanche pergunta perguntas resposta
  respostas resumo assunto endereço telefone preço preparo modo passo passos exemplo exemplos fonte tarefa tarefas solução conclusão
  vantagens desvantagens domanda domande risposta risposte riassunto titolo oggetto luogo indirizzo telefono prezzo ingredienti
  preparazione passaggio esempio esempi obiettivo compito soluzione risultato conclusione vantaggi svantaggi vraag vragen antwoord
  samenvatting onderwerp tijd plaats adres prijs ingrediënten bereiding stap stappen voorbeeld bron doel taak oplossing resultaat
  conclusie voordelen nadelen вопрос вопросы ответ ответы итог итоги тема дата время место адрес телефон цена стоимость ингредиенты
  приготовление шаг шаги пример примеры источник цель цели задача задачи проблема решение результат результаты вывод примечание
  внимание важно участники преимущества недостатки название автор понедельник вторник среда четверг пятница суббота воскресенье
  завтрак обед ужин 标题 题目 主题 时间 日期 地点 地址 电话 邮箱 材料 食材 做法 步骤 注意 注意事项 备注 说明 摘要 总结 内容 原因 结果 目标 目的 背景 问题 答案 例如 例子 价格 费用 作者 来源 名称 姓名 年龄 性别
  优点 缺点 方法 结论 任务 计划 状态 版本 类型 参与者 参会人 议程 决定 早餐 午餐 晚餐 星期一 星期二 星期三 星期四 星期五 星期六 星期日 周一 周二 周三 周四 周五 周六 周日 標題 題目 主題 時間 地點 電話 步驟 備註 說明 總結
  內容 問題 價格 費用 タイトル 件名 題名 日時 日付 場所 住所 作り方 手順 備考 概要 要約 まとめ 理由 結果 目標 質問 回答 例 価格 料金 著者 出典 名前 氏名 年齢 性別 長所 短所 結論 担当 期限 議題 決定事項 参加者 朝食 昼食
  夕食 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日 제목 주제 시간 날짜 일시 장소 주소 전화 전화번호 재료 방법 순서 단계 주의 주의사항 참고 비고 요약 정리 내용 이유 결과 목표 목적 배경 문제 질문 답변 답 예시 가격 비용
  저자 출처 이름 나이 성별 장점 단점 결론 담당 기한 참석자 안건 결정 아침 점심 저녁 월요일 화요일 수요일 목요일 금요일 토요일 일요일`.split(
      /\s+/,
    ),
  );
