-- feature: announcement
-- The first articles: the rules of the house, and what newcomers ask. They came with the program; operators go on from here.

with begun as (
  insert into announcements (cate, published_at, created_at)
  values (2, '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z') returning id
)
insert into announcement_editions (announcement_id, texts, publish_at, reason, state, created_at)
select id, $words${
  "de": {"title": "Kurzkontrakte: Niemand wählt das Ergebnis", "body": "Über einen Kurzkontrakt entscheiden zwei Preise: der bei der Eröffnung und der beim Schluss. Beide kommen nach einer Regel aus dem veröffentlichten Preis, die für alle gleich ist.\n- Jeder Preis ist mit dem davor verkettet, keiner lässt sich nachträglich ändern.\n- Auf der Seite eines Kontrakts kannst du seinen Nachweis selbst prüfen.\n- Ohne frischen Preis kommt der Einsatz zurück.\n**Rechne damit, auf Dauer Geld zu verlieren:** Ein Gewinn bringt weniger, als ein Verlust kostet."},
  "en": {"title": "Short contracts: nobody chooses the result", "body": "A short contract is won or lost by two prices: the one it opens at and the one it closes at. Both are taken from the published price by a rule that is the same for everybody.\n- Every price is chained to the one before, so none can be changed afterwards.\n- From the page of a contract you can check its evidence yourself.\n- Without a fresh price the stake is returned.\n**Expect to lose money over time:** a win pays less than a loss costs."},
  "es": {"title": "Contratos cortos: nadie elige el resultado", "body": "Un contrato corto se decide por dos precios: el de apertura y el de cierre. Ambos salen del precio publicado según una regla igual para todos.\n- Cada precio está encadenado al anterior, así que ninguno puede cambiarse después.\n- En la página de un contrato puedes comprobar tú mismo sus pruebas.\n- Sin un precio reciente se devuelve la apuesta.\n**Cuenta con perder dinero a la larga:** ganar paga menos de lo que cuesta perder."},
  "ru": {"title": "Короткие контракты: результат никто не выбирает", "body": "Короткий контракт решают две цены: при открытии и при закрытии. Обе берутся из опубликованной цены по правилу, одинаковому для всех.\n- Каждая цена связана с предыдущей, поэтому изменить её задним числом нельзя.\n- На странице контракта вы можете сами проверить его доказательства.\n- Если свежей цены нет, ставка возвращается.\n**Рассчитывайте на то, что со временем вы потеряете деньги:** выигрыш приносит меньше, чем стоит проигрыш."},
  "pt": {"title": "Contratos curtos: ninguém escolhe o resultado", "body": "Um contrato curto é decidido por dois preços: o de abertura e o de fechamento. Ambos vêm do preço publicado, por uma regra igual para todos.\n- Cada preço é encadeado ao anterior, então nenhum pode ser alterado depois.\n- Na página de um contrato você mesmo pode conferir suas provas.\n- Sem um preço recente, o valor apostado é devolvido.\n**Conte com perder dinheiro ao longo do tempo:** ganhar paga menos do que perder custa."},
  "fr": {"title": "Contrats courts : personne ne choisit le résultat", "body": "Deux prix décident d’un contrat court : celui de l’ouverture et celui de la clôture. Les deux viennent du prix publié, selon une règle identique pour tous.\n- Chaque prix est enchaîné au précédent, aucun ne peut donc être modifié après coup.\n- Sur la page d’un contrat, vous pouvez vérifier vous-même ses preuves.\n- Sans prix récent, la mise est rendue.\n**Attendez-vous à perdre de l’argent avec le temps :** un gain rapporte moins que ne coûte une perte."},
  "it": {"title": "Contratti brevi: nessuno sceglie il risultato", "body": "Un contratto breve è deciso da due prezzi: quello di apertura e quello di chiusura. Entrambi vengono dal prezzo pubblicato, con una regola uguale per tutti.\n- Ogni prezzo è concatenato al precedente, quindi nessuno può essere cambiato dopo.\n- Nella pagina di un contratto puoi controllare tu stesso le sue prove.\n- Senza un prezzo recente la puntata viene restituita.\n**Aspettati di perdere denaro nel tempo:** una vincita paga meno di quanto costa una perdita."},
  "id": {"title": "Kontrak singkat: tak seorang pun memilih hasilnya", "body": "Kontrak singkat ditentukan oleh dua harga: harga pembukaan dan harga penutupan. Keduanya diambil dari harga yang dipublikasikan dengan aturan yang sama untuk semua orang.\n- Setiap harga dirantai ke harga sebelumnya, jadi tidak ada yang bisa diubah kemudian.\n- Di halaman kontrak kamu bisa memeriksa sendiri buktinya.\n- Tanpa harga terbaru, taruhan dikembalikan.\n**Bersiaplah kehilangan uang seiring waktu:** kemenangan membayar lebih sedikit daripada biaya kekalahan."},
  "jp": {"title": "短期契約：結果は誰にも選べません", "body": "短期契約の結果は、開始時と終了時の2つの価格で決まります。どちらも公開された価格から、全員に共通のルールで決められます。\n- 各価格は直前の価格と鎖でつながれ、後から変更できません。\n- 契約のページで、その証拠を自分で確認できます。\n- 新しい価格がない場合、掛け金は返されます。\n**長く続ければ損をすると考えてください：** 勝ったときの利益は、負けたときの損失より少なくなります。"},
  "kr": {"title": "단기 계약: 결과는 누구도 고를 수 없습니다", "body": "단기 계약은 시작 가격과 마감 가격, 두 가격으로 결정됩니다. 둘 다 공개된 가격에서 모두에게 같은 규칙으로 정해집니다.\n- 모든 가격은 앞선 가격과 사슬로 이어져 있어 나중에 바꿀 수 없습니다.\n- 계약 페이지에서 증거를 직접 확인할 수 있습니다.\n- 새로운 가격이 없으면 건 돈이 돌아옵니다.\n**시간이 지나면 돈을 잃는다고 생각하세요:** 이겼을 때 얻는 돈은 졌을 때 잃는 돈보다 적습니다."},
  "tr": {"title": "Kısa sözleşmeler: sonucu kimse seçmez", "body": "Kısa bir sözleşmeyi iki fiyat belirler: açılış fiyatı ve kapanış fiyatı. İkisi de yayımlanan fiyattan, herkes için aynı olan bir kurala göre alınır.\n- Her fiyat bir öncekine zincirlenir, hiçbiri sonradan değiştirilemez.\n- Bir sözleşmenin sayfasında kanıtlarını kendin kontrol edebilirsin.\n- Taze fiyat yoksa yatırdığın tutar geri verilir.\n**Zamanla para kaybetmeyi bekle:** kazanç, kaybın maliyetinden az öder."},
  "vn": {"title": "Hợp đồng ngắn: không ai chọn kết quả", "body": "Một hợp đồng ngắn được quyết định bởi hai mức giá: giá mở và giá đóng. Cả hai lấy từ giá đã công bố, theo một quy tắc như nhau cho mọi người.\n- Mỗi mức giá được nối với mức trước nó, nên không mức nào có thể bị sửa về sau.\n- Trên trang của hợp đồng, bạn có thể tự kiểm tra bằng chứng.\n- Nếu không có giá mới, tiền cược được trả lại.\n**Hãy lường trước việc mất tiền theo thời gian:** tiền thắng ít hơn số tiền mất khi thua."},
  "zh": {"title": "短期合约：没有人能选择结果", "body": "短期合约由两个价格决定：开仓价和平仓价。两者都按对所有人相同的规则取自公开价格。\n- 每个价格都与前一个相连，事后无法更改。\n- 您可以在合约页面自行核对证据。\n- 没有最新价格时，本金退回。\n**请预期长期会亏损：** 盈利的金额少于亏损的金额。"},
  "tw": {"title": "短期合約：沒有人能選擇結果", "body": "短期合約由兩個價格決定：開倉價和平倉價。兩者都按對所有人相同的規則取自公開價格。\n- 每個價格都與前一個相連，事後無法更改。\n- 您可以在合約頁面自行核對證據。\n- 沒有最新價格時，本金退回。\n**請預期長期會虧損：** 獲利的金額少於虧損的金額。"}
}$words$::jsonb, '2026-11-21T00:00:00Z', 'Came with the program.', 'published', '2026-11-21T00:00:00Z' from begun;

with begun as (
  insert into announcements (cate, published_at, created_at)
  values (2, '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z') returning id
)
insert into announcement_editions (announcement_id, texts, publish_at, reason, state, created_at)
select id, $words${
  "de": {"title": "So bleibt dein Konto sicher", "body": "- Wir fragen nie nach deinem Passwort oder einem Code, weder per E-Mail noch am Telefon.\n- Eine Anmeldung auf einem anderen Gerät beendet die Sitzung davor, und du erfährst davon.\n- Wenn du glaubst, dass jemand dein Passwort kennt, ändere es: Auszahlungen ruhen dann 24 Stunden lang.\n- Was Mitarbeiter an deinem Konto getan haben, steht mit Grund und Zeit in deinem persönlichen Bereich."},
  "en": {"title": "Keep your account safe", "body": "- We never ask for your password or for a code, neither by mail nor by phone.\n- Whoever logs in on another device ends the session before it, and you are told.\n- If you think that somebody knows your password, change it: withdrawals pause for 24 hours.\n- Whatever staff did on your account stands in your personal centre, with reason and time."},
  "es": {"title": "Mantén tu cuenta segura", "body": "- Nunca pedimos tu contraseña ni un código, ni por correo ni por teléfono.\n- Un acceso desde otro dispositivo cierra la sesión anterior, y te avisamos.\n- Si crees que alguien conoce tu contraseña, cámbiala: los retiros se detienen 24 horas.\n- Todo lo que el personal hizo en tu cuenta está en tu centro personal, con motivo y hora."},
  "ru": {"title": "Как защитить аккаунт", "body": "- Мы никогда не спрашиваем пароль или код, ни по почте, ни по телефону.\n- Вход с другого устройства завершает прежний сеанс, и вы об этом узнаёте.\n- Если вы думаете, что кто-то знает ваш пароль, смените его: выводы приостановятся на 24 часа.\n- Всё, что сотрудники сделали с вашим аккаунтом, видно в личном кабинете с причиной и временем."},
  "pt": {"title": "Mantenha sua conta segura", "body": "- Nunca pedimos sua senha nem um código, nem por e-mail nem por telefone.\n- Quem entra em outro aparelho encerra a sessão anterior, e você é avisado.\n- Se acha que alguém sabe sua senha, troque-a: os saques ficam pausados por 24 horas.\n- Tudo o que a equipe fez na sua conta está na sua área pessoal, com motivo e hora."},
  "fr": {"title": "Gardez votre compte en sécurité", "body": "- Nous ne demandons jamais votre mot de passe ni un code, ni par e-mail ni par téléphone.\n- Une connexion sur un autre appareil met fin à la session précédente, et vous en êtes averti.\n- Si vous pensez que quelqu’un connaît votre mot de passe, changez-le : les retraits sont suspendus pendant 24 heures.\n- Tout ce que le personnel a fait sur votre compte figure dans votre espace personnel, avec la raison et l’heure."},
  "it": {"title": "Tieni al sicuro il tuo conto", "body": "- Non chiediamo mai la tua password né un codice, né per e-mail né al telefono.\n- Un accesso da un altro dispositivo chiude la sessione precedente, e ne vieni informato.\n- Se pensi che qualcuno conosca la tua password, cambiala: i prelievi restano fermi per 24 ore.\n- Tutto ciò che il personale ha fatto sul tuo conto è nella tua area personale, con motivo e ora."},
  "id": {"title": "Jaga keamanan akunmu", "body": "- Kami tidak pernah meminta kata sandi atau kode, baik lewat email maupun telepon.\n- Masuk dari perangkat lain mengakhiri sesi sebelumnya, dan kamu diberi tahu.\n- Jika menurutmu ada yang mengetahui kata sandimu, ubahlah: penarikan dijeda selama 24 jam.\n- Semua yang dilakukan staf pada akunmu ada di pusat pribadimu, dengan alasan dan waktunya."},
  "jp": {"title": "アカウントを安全に保つには", "body": "- パスワードやコードをメールや電話でお尋ねすることは決してありません。\n- 別の端末でログインすると以前のセッションは終了し、お知らせが届きます。\n- パスワードを知られたと思ったら変更してください。出金は24時間停止します。\n- スタッフがアカウントに行った操作は、理由と時刻とともにマイページで確認できます。"},
  "kr": {"title": "계정을 안전하게 지키세요", "body": "- 저희는 이메일로든 전화로든 비밀번호나 코드를 절대 묻지 않습니다.\n- 다른 기기에서 로그인하면 이전 세션이 끝나고 알림이 갑니다.\n- 누군가 비밀번호를 안다고 생각되면 바꾸세요. 출금이 24시간 동안 중지됩니다.\n- 직원이 계정에 한 일은 이유와 시간과 함께 개인 센터에서 볼 수 있습니다."},
  "tr": {"title": "Hesabını güvende tut", "body": "- Ne e-postayla ne telefonla, parolanı ya da bir kodu asla sormayız.\n- Başka bir cihazdan giriş yapılınca önceki oturum biter ve sana bildirilir.\n- Birinin parolanı bildiğini düşünüyorsan değiştir: çekme işlemleri 24 saat durur.\n- Personelin hesabında yaptığı her şey, nedeni ve zamanıyla kişisel merkezindedir."},
  "vn": {"title": "Giữ tài khoản của bạn an toàn", "body": "- Chúng tôi không bao giờ hỏi mật khẩu hay mã, dù qua email hay điện thoại.\n- Đăng nhập trên thiết bị khác sẽ kết thúc phiên trước đó, và bạn được thông báo.\n- Nếu bạn nghĩ có người biết mật khẩu của mình, hãy đổi ngay: việc rút tiền tạm dừng 24 giờ.\n- Mọi việc nhân viên đã làm với tài khoản của bạn đều có trong trung tâm cá nhân, kèm lý do và thời gian."},
  "zh": {"title": "保护您的账户安全", "body": "- 我们绝不会通过邮件或电话索要您的密码或验证码。\n- 在其他设备登录会结束之前的会话，您会收到通知。\n- 如果您认为有人知道您的密码，请立即修改：提现会暂停 24 小时。\n- 工作人员对您账户所做的一切都可在个人中心查看，并附有原因和时间。"},
  "tw": {"title": "保護您的帳戶安全", "body": "- 我們絕不會透過郵件或電話索取您的密碼或驗證碼。\n- 在其他裝置登入會結束先前的工作階段，您會收到通知。\n- 如果您認為有人知道您的密碼，請立即修改：提領會暫停 24 小時。\n- 工作人員對您帳戶所做的一切都可在個人中心查看，並附有原因和時間。"}
}$words$::jsonb, '2026-11-21T00:00:00Z', 'Came with the program.', 'published', '2026-11-21T00:00:00Z' from begun;

with begun as (
  insert into announcements (cate, published_at, created_at)
  values (2, '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z') returning id
)
insert into announcement_editions (announcement_id, texts, publish_at, reason, state, created_at)
select id, $words${
  "de": {"title": "Wie Ein- und Auszahlungen geprüft werden", "body": "# Einzahlungen\nEine Einzahlung wird gutgeschrieben, sobald das Netzwerk sie bestätigt hat oder zwei Personen deinen Nachweis geprüft haben. Ihr Eintrag zeigt jeden Schritt.\n# Auszahlungen\nZwei Personen prüfen jede Auszahlung. Bis zur Genehmigung kannst du sie abbrechen, und das Geld ist sofort zurück. Wird sie abgelehnt, liest du den Grund und bekommst alles zurück.\n- Nach einer Änderung deines Anmeldepassworts ruhen Auszahlungen 24 Stunden lang.\n- Für eine Auszahlung, die nicht gesendet wurde, fällt keine Gebühr an."},
  "en": {"title": "How deposits and withdrawals are checked", "body": "# Deposits\nA deposit is credited once the network has confirmed it, or once two people have checked the proof you sent. Its record shows each step.\n# Withdrawals\nTwo people check every withdrawal. Until it is approved you can cancel it, and the money is back at once. If it is rejected, you read the reason and get everything back.\n- After a change of your login password, withdrawals pause for 24 hours.\n- No fee is taken for a withdrawal that was not sent."},
  "es": {"title": "Cómo se revisan los depósitos y los retiros", "body": "# Depósitos\nUn depósito se abona cuando la red lo ha confirmado, o cuando dos personas han revisado el comprobante que enviaste. Su registro muestra cada paso.\n# Retiros\nDos personas revisan cada retiro. Hasta que se aprueba puedes cancelarlo, y el dinero vuelve al instante. Si se rechaza, lees el motivo y lo recuperas todo.\n- Tras cambiar tu contraseña de acceso, los retiros se detienen 24 horas.\n- No se cobra comisión por un retiro que no se envió."},
  "ru": {"title": "Как проверяются пополнения и выводы", "body": "# Пополнения\nПополнение зачисляется, когда его подтвердила сеть или когда два человека проверили присланное вами подтверждение. В его записи виден каждый шаг.\n# Выводы\nКаждый вывод проверяют два человека. До одобрения его можно отменить, и деньги сразу вернутся. Если он отклонён, вы увидите причину и получите всё обратно.\n- После смены пароля для входа выводы приостанавливаются на 24 часа.\n- За вывод, который не был отправлен, комиссия не берётся."},
  "pt": {"title": "Como depósitos e saques são verificados", "body": "# Depósitos\nUm depósito é creditado quando a rede o confirma ou quando duas pessoas verificam o comprovante que você enviou. O registro mostra cada etapa.\n# Saques\nDuas pessoas verificam cada saque. Até a aprovação você pode cancelá-lo, e o dinheiro volta na hora. Se for recusado, você lê o motivo e recebe tudo de volta.\n- Depois de trocar a senha de acesso, os saques ficam pausados por 24 horas.\n- Um saque que não foi enviado não tem taxa."},
  "fr": {"title": "Comment les dépôts et les retraits sont vérifiés", "body": "# Dépôts\nUn dépôt est crédité une fois confirmé par le réseau, ou une fois que deux personnes ont vérifié la preuve que vous avez envoyée. Sa fiche montre chaque étape.\n# Retraits\nDeux personnes vérifient chaque retrait. Jusqu’à son approbation, vous pouvez l’annuler et l’argent revient aussitôt. S’il est refusé, vous lisez la raison et récupérez tout.\n- Après un changement de votre mot de passe de connexion, les retraits sont suspendus pendant 24 heures.\n- Aucun frais pour un retrait qui n’a pas été envoyé."},
  "it": {"title": "Come vengono controllati depositi e prelievi", "body": "# Depositi\nUn deposito viene accreditato quando la rete lo ha confermato, o quando due persone hanno controllato la prova che hai inviato. La sua scheda mostra ogni passo.\n# Prelievi\nDue persone controllano ogni prelievo. Finché non è approvato puoi annullarlo, e il denaro torna subito. Se viene rifiutato, leggi il motivo e riavrai tutto.\n- Dopo un cambio della password di accesso i prelievi restano fermi per 24 ore.\n- Nessuna commissione per un prelievo che non è stato inviato."},
  "id": {"title": "Bagaimana setoran dan penarikan diperiksa", "body": "# Setoran\nSetoran dikreditkan setelah jaringan mengonfirmasinya, atau setelah dua orang memeriksa bukti yang kamu kirim. Catatannya menunjukkan setiap langkah.\n# Penarikan\nDua orang memeriksa setiap penarikan. Sebelum disetujui kamu bisa membatalkannya, dan uangnya langsung kembali. Jika ditolak, kamu membaca alasannya dan semuanya dikembalikan.\n- Setelah kata sandi masuk diubah, penarikan dijeda selama 24 jam.\n- Tidak ada biaya untuk penarikan yang tidak dikirim."},
  "jp": {"title": "入金と出金の確認について", "body": "# 入金\n入金は、ネットワークで承認されたとき、または送信された証明を2人の担当者が確認したときに反映されます。各段階は記録で確認できます。\n# 出金\nすべての出金は2人の担当者が確認します。承認されるまではキャンセルでき、資金はすぐに戻ります。却下された場合は理由が表示され、全額が戻ります。\n- ログインパスワードの変更後、出金は24時間停止します。\n- 送金されなかった出金に手数料はかかりません。"},
  "kr": {"title": "입금과 출금은 이렇게 확인합니다", "body": "# 입금\n입금은 네트워크가 승인했거나 보내 주신 증빙을 두 사람이 확인한 뒤 반영됩니다. 기록에서 각 단계를 볼 수 있습니다.\n# 출금\n모든 출금은 두 사람이 확인합니다. 승인되기 전에는 취소할 수 있고 돈은 바로 돌아옵니다. 거절되면 이유를 볼 수 있고 전액이 돌아옵니다.\n- 로그인 비밀번호를 바꾸면 출금이 24시간 동안 중지됩니다.\n- 보내지 않은 출금에는 수수료가 없습니다."},
  "tr": {"title": "Yatırma ve çekme işlemleri nasıl kontrol edilir", "body": "# Yatırma\nBir yatırma işlemi, ağ onayladığında ya da gönderdiğin kanıtı iki kişi kontrol ettiğinde hesabına geçer. Kaydı her adımı gösterir.\n# Çekme\nHer çekme işlemini iki kişi kontrol eder. Onaylanana kadar iptal edebilirsin, para hemen geri gelir. Reddedilirse nedenini okursun ve tamamı geri döner.\n- Giriş parolan değiştikten sonra çekme işlemleri 24 saat durur.\n- Gönderilmeyen bir çekme işlemi için ücret alınmaz."},
  "vn": {"title": "Nạp và rút tiền được kiểm tra như thế nào", "body": "# Nạp tiền\nKhoản nạp được ghi có khi mạng đã xác nhận, hoặc khi hai người đã kiểm tra bằng chứng bạn gửi. Bản ghi cho thấy từng bước.\n# Rút tiền\nHai người kiểm tra mỗi lần rút. Trước khi được duyệt, bạn có thể hủy và tiền trở lại ngay. Nếu bị từ chối, bạn đọc được lý do và nhận lại toàn bộ.\n- Sau khi đổi mật khẩu đăng nhập, việc rút tiền tạm dừng 24 giờ.\n- Lần rút không được gửi đi thì không mất phí."},
  "zh": {"title": "充值和提现如何审核", "body": "# 充值\n充值在网络确认后入账，或在两名人员核对您提交的凭证后入账。记录中可以看到每一步。\n# 提现\n每笔提现都由两名人员审核。批准之前您可以取消，资金立即退回。如被拒绝，您会看到原因，并收回全部资金。\n- 修改登录密码后，提现暂停 24 小时。\n- 未发出的提现不收手续费。"},
  "tw": {"title": "充值與提領如何審核", "body": "# 充值\n充值在網路確認後入帳，或在兩名人員核對您提交的憑證後入帳。紀錄中可以看到每一步。\n# 提領\n每筆提領都由兩名人員審核。核准之前您可以取消，資金立即退回。如遭拒絕，您會看到原因，並收回全部資金。\n- 修改登入密碼後，提領暫停 24 小時。\n- 未送出的提領不收手續費。"}
}$words$::jsonb, '2026-11-21T00:00:00Z', 'Came with the program.', 'published', '2026-11-21T00:00:00Z' from begun;

with begun as (
  insert into announcements (cate, published_at, created_at)
  values (3, '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z') returning id
)
insert into announcement_editions (announcement_id, texts, publish_at, reason, state, created_at)
select id, $words${
  "de": {"title": "Risiko", "body": "Beim Handel kannst du alles verlieren, was du einsetzt. Vergangene Kurse sagen nichts Sicheres über künftige. Setze nur Geld ein, dessen Verlust du verkraftest."},
  "en": {"title": "Risk", "body": "Trading can cost you everything you put in. Past prices say nothing certain about future ones. Only use money you can afford to lose."},
  "es": {"title": "Riesgo", "body": "Operar puede costarte todo lo que inviertas. Los precios pasados no dicen nada seguro sobre los futuros. Usa solo dinero que puedas permitirte perder."},
  "ru": {"title": "Риск", "body": "Торгуя, можно потерять всё, что вложено. Прошлые цены ничего точно не говорят о будущих. Используйте только деньги, которые готовы потерять."},
  "pt": {"title": "Risco", "body": "Negociar pode custar tudo o que você investir. Preços passados não dizem nada de certo sobre os futuros. Use só dinheiro que você pode perder."},
  "fr": {"title": "Risque", "body": "Le trading peut vous coûter tout ce que vous y mettez. Les prix passés ne disent rien de sûr sur les prix futurs. N’utilisez que l’argent que vous pouvez perdre."},
  "it": {"title": "Rischio", "body": "Il trading può costarti tutto ciò che investi. I prezzi passati non dicono nulla di certo su quelli futuri. Usa solo denaro che puoi permetterti di perdere."},
  "id": {"title": "Risiko", "body": "Trading dapat menghabiskan semua dana Anda. Harga masa lalu tidak memastikan apa pun tentang harga mendatang. Gunakan hanya uang yang sanggup Anda relakan."},
  "jp": {"title": "リスク", "body": "取引では投じた資金をすべて失うことがあります。過去の価格から将来の価格は確実にはわかりません。失っても困らない資金だけをお使いください。"},
  "kr": {"title": "위험", "body": "거래로 투자금 전부를 잃을 수 있습니다. 과거 가격은 미래 가격을 보장하지 않습니다. 잃어도 되는 돈만 사용하세요."},
  "tr": {"title": "Risk", "body": "İşlem yapmak yatırdığınız her şeye mal olabilir. Geçmiş fiyatlar gelecek için kesin bir şey söylemez. Yalnızca kaybetmeyi göze alabildiğiniz parayı kullanın."},
  "vn": {"title": "Rủi ro", "body": "Giao dịch có thể khiến bạn mất toàn bộ số tiền bỏ ra. Giá quá khứ không nói chắc điều gì về giá tương lai. Chỉ dùng số tiền bạn có thể chấp nhận mất."},
  "zh": {"title": "风险", "body": "交易可能让您损失全部投入。过去的价格不能确定未来的价格。请只使用您输得起的资金。"},
  "tw": {"title": "風險", "body": "交易可能讓您損失全部投入。過去的價格不能確定未來的價格。請只使用您輸得起的資金。"}
}$words$::jsonb, '2026-11-21T00:00:00Z', 'Came with the program.', 'published', '2026-11-21T00:00:00Z' from begun;

with begun as (
  insert into announcements (cate, published_at, created_at)
  values (3, '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z') returning id
)
insert into announcement_editions (announcement_id, texts, publish_at, reason, state, created_at)
select id, $words${
  "de": {"title": "Datenschutz", "body": "Wir speichern deine E-Mail, deine Telefonnummer und was du hier tust, um dein Konto zu führen und jede Geldbewegung zu belegen. Wir verkaufen niemandem etwas davon."},
  "en": {"title": "Privacy", "body": "We store your email, phone and what you do here, to run your account and to prove every movement of money. We sell nothing to anyone."},
  "es": {"title": "Privacidad", "body": "Guardamos tu correo, tu teléfono y lo que haces aquí para llevar tu cuenta y demostrar cada movimiento de dinero. No vendemos nada a nadie."},
  "ru": {"title": "Конфиденциальность", "body": "Мы храним вашу почту, телефон и действия здесь, чтобы вести аккаунт и подтверждать каждое движение денег. Мы никому ничего не продаём."},
  "pt": {"title": "Privacidade", "body": "Guardamos seu e-mail, seu telefone e o que você faz aqui para manter sua conta e comprovar cada movimento de dinheiro. Não vendemos nada a ninguém."},
  "fr": {"title": "Confidentialité", "body": "Nous conservons votre e-mail, votre téléphone et ce que vous faites ici pour tenir votre compte et prouver chaque mouvement d’argent. Nous ne vendons rien à personne."},
  "it": {"title": "Privacy", "body": "Conserviamo la tua e-mail, il telefono e ciò che fai qui per gestire l’account e dimostrare ogni movimento di denaro. Non vendiamo nulla a nessuno."},
  "id": {"title": "Privasi", "body": "Kami menyimpan email, telepon, dan aktivitas Anda di sini untuk menjalankan akun dan membuktikan setiap pergerakan uang. Kami tidak menjual apa pun kepada siapa pun."},
  "jp": {"title": "プライバシー", "body": "口座の運営と資金移動の証明のために、メールアドレス、電話番号、ここでの操作を保存します。誰にも何も販売しません。"},
  "kr": {"title": "개인정보", "body": "계정을 운영하고 모든 자금 이동을 증명하기 위해 이메일, 전화번호, 이용 내역을 보관합니다. 누구에게도 아무것도 팔지 않습니다."},
  "tr": {"title": "Gizlilik", "body": "E-postanızı, telefonunuzu ve burada yaptıklarınızı hesabınızı yürütmek ve her para hareketini kanıtlamak için saklarız. Kimseye hiçbir şey satmayız."},
  "vn": {"title": "Quyền riêng tư", "body": "Chúng tôi lưu email, số điện thoại và hoạt động của bạn tại đây để vận hành tài khoản và chứng minh mọi chuyển động của tiền. Chúng tôi không bán gì cho ai."},
  "zh": {"title": "隐私", "body": "我们保存您的邮箱、手机号和您在此的操作，用于维护账户并证明每一笔资金变动。我们不向任何人出售任何信息。"},
  "tw": {"title": "隱私", "body": "我們保存您的電子郵件、手機號碼和您在此的操作，用於維護帳戶並證明每一筆資金變動。我們不向任何人出售任何資訊。"}
}$words$::jsonb, '2026-11-21T00:00:00Z', 'Came with the program.', 'published', '2026-11-21T00:00:00Z' from begun;

with begun as (
  insert into announcements (cate, published_at, created_at)
  values (3, '2026-11-21T00:00:00Z', '2026-11-21T00:00:00Z') returning id
)
insert into announcement_editions (announcement_id, texts, publish_at, reason, state, created_at)
select id, $words${
  "de": {"title": "Bedingungen", "body": "Eine Person, ein Konto. Deine Passwörter behältst du für dich, und wir fragen nie danach. Wir dürfen ein Konto zu seinem Schutz anhalten und sagen immer, warum."},
  "en": {"title": "Terms", "body": "One person, one account. You keep your passwords to yourself, and we never ask for them. We may pause an account to protect it, and always say why."},
  "es": {"title": "Condiciones", "body": "Una persona, una cuenta. Tus contraseñas son solo tuyas y nunca te las pedimos. Podemos pausar una cuenta para protegerla y siempre decimos por qué."},
  "ru": {"title": "Условия", "body": "Один человек — один аккаунт. Пароли знаете только вы, и мы никогда их не спрашиваем. Мы можем приостановить аккаунт ради его защиты и всегда называем причину."},
  "pt": {"title": "Termos", "body": "Uma pessoa, uma conta. Suas senhas ficam só com você e nunca pedimos por elas. Podemos pausar uma conta para protegê-la e sempre dizemos por quê."},
  "fr": {"title": "Conditions", "body": "Une personne, un compte. Vos mots de passe ne sont qu’à vous et nous ne les demandons jamais. Nous pouvons suspendre un compte pour le protéger, et nous disons toujours pourquoi."},
  "it": {"title": "Condizioni", "body": "Una persona, un account. Le password restano solo tue e non te le chiediamo mai. Possiamo sospendere un account per proteggerlo e diciamo sempre perché."},
  "id": {"title": "Ketentuan", "body": "Satu orang, satu akun. Kata sandi hanya milik Anda, dan kami tidak pernah memintanya. Kami dapat menjeda akun untuk melindunginya dan selalu menyebutkan alasannya."},
  "jp": {"title": "規約", "body": "お一人につき一口座です。パスワードはご自身で管理してください。当社がお尋ねすることはありません。保護のため口座を停止することがあり、その理由は必ずお伝えします。"},
  "kr": {"title": "약관", "body": "한 사람당 계정은 하나입니다. 비밀번호는 본인만 알고 있어야 하며 저희는 절대 묻지 않습니다. 계정을 보호하기 위해 중지할 수 있으며 이유는 항상 알려 드립니다."},
  "tr": {"title": "Koşullar", "body": "Bir kişi, bir hesap. Parolalarınız yalnızca sizde kalır ve onları asla sormayız. Korumak için bir hesabı durdurabiliriz ve nedenini her zaman söyleriz."},
  "vn": {"title": "Điều khoản", "body": "Mỗi người một tài khoản. Bạn tự giữ mật khẩu và chúng tôi không bao giờ hỏi. Chúng tôi có thể tạm dừng tài khoản để bảo vệ và luôn nói rõ lý do."},
  "zh": {"title": "条款", "body": "一人一户。密码由您自己保管，我们绝不会索要。为保护账户，我们可能会暂停它，并一定说明原因。"},
  "tw": {"title": "條款", "body": "一人一戶。密碼由您自己保管，我們絕不會索取。為保護帳戶，我們可能會暫停它，並一定說明原因。"}
}$words$::jsonb, '2026-11-21T00:00:00Z', 'Came with the program.', 'published', '2026-11-21T00:00:00Z' from begun;

-- Each can be written on from the words that members read.
insert into announcement_drafts (announcement_id, lang, title, body)
select e.announcement_id, t.key, t.value ->> 'title', t.value ->> 'body'
from announcement_editions e cross join lateral jsonb_each(e.texts) t;
