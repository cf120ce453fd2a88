"""A meeting of ana, ben and chen to try minutes with, in English and in Chinese."""

TRANSCRIPT = """\
[10:00] Ana: Good morning. Today's agenda: the release date, the support rota and the office move.
[10:01] Ben: Morning.
[10:01] Chen: Hello, I can hear you well.
[10:02] Ana: Let's start with the release date. Ben, how far are we?
[10:03] Ben: Login v2 is feature complete. 14 of 16 open bugs are fixed, the other two are small.
[10:04] Chen: The load test held 1,200 users. I would not wait any longer.
[10:05] Ana: Is the 4th of December realistic?
[10:05] Ben: Yes, if nobody touches the checkout before that.
[10:06] Ana: Good, then we agreed to release login v2 on 4 December.
[10:06] Ben: I will fix the last two bugs by Wednesday.
[10:07] Ana: Chen, could you write the release notes by Thursday?
[10:07] Chen: Sure, no problem.
[10:08] Ana: Let's move on to the support rota.
[10:09] Chen: Nights are hard on two people. Last month Ben and I had nine nights each.
[10:10] Ben: We could share them with the data team.
[10:11] Ana: Their lead told me that she is fine with it.
[10:12] Ana: So we decided that the data team joins the support rota in January.
[10:12] Chen: I'll send them the support handbook tomorrow.
[10:13] Ana: Now let's come to the office move.
[10:14] Ben: The new lease is not signed. The landlord wants 18 months, we want 12.
[10:15] Ana: I will call the landlord before Friday.
[10:16] Chen: Whether we move in March is not decided yet, then.
[10:16] Ana: Right. Ben, please ask two movers for a price by the end of the month.
[10:17] Ben: Will do.
[10:17] Ana: That is all. Thank you.
"""
TRANSCRIPT_ZH = """\
[10:00] ana：早上好。今天的议题有三个：发布日期、值班安排和办公室搬迁。
[10:01] ben：早。
[10:01] chen：听得清楚。
[10:02] ana：先讨论发布日期。ben，现在进展怎么样？
[10:03] ben：登录二期功能都做完了。16个缺陷修好了14个，剩下两个都不大。
[10:04] chen：压测撑住了1200个用户，我觉得不用再等了。
[10:05] ana：12月4日来得及吗？
[10:05] ben：来得及，只要之前没人动结算页。
[10:06] ana：好，那就决定12月4日发布登录二期。
[10:06] ben：我负责在周三前修好最后两个缺陷。
[10:07] ana：请chen周四前写好发布说明。
[10:07] chen：没问题。
[10:08] ana：接下来讨论值班安排。
[10:09] chen：夜班只有两个人太累了，上个月我和ben各值了九个夜班。
[10:10] ben：可以和数据组一起分担。
[10:11] ana：他们组长说可以。
[10:12] ana：好，大家一致同意数据组从一月起参加值班。
[10:12] chen：我明天把值班手册发给他们。
[10:13] ana：最后讨论办公室搬迁。
[10:14] ben：新租约还没有签，房东要18个月，我们想要12个月。
[10:15] ana：我会在周五前给房东打电话。
[10:16] chen：那三月搬不搬还没决定。
[10:16] ana：对。ben，麻烦你月底前找两家搬家公司报价。
[10:17] ben：好的。
[10:17] ana：今天就到这里，谢谢大家。
"""
